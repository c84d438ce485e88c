/** What a run needs of a fabric: interfaces, records, one exception type. */
@NullMarked
package io.github.mckey.transport;

import org.jspecify.annotations.NullMarked;
