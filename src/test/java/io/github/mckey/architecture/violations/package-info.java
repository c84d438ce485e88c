/** Classes that each break one rule of the architecture, to prove that the rule finds them. */
package io.github.mckey.architecture.violations;
