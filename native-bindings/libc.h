/*
 * The headers behind the libc package.
 *
 * With _GNU_SOURCE (needed for sendmmsg, in6_pktinfo and others) glibc declares the address
 * parameters of bind, connect, sendto and their kin as transparent unions, which a binding would
 * have to pass by value. Telling <sys/socket.h> that the compiler is too old for them gives plain
 * pointers, which every ABI passes in the same way.
 */
#define _GNU_SOURCE 1
#include <features.h>
#pragma push_macro("__GNUC_PREREQ")
#undef __GNUC_PREREQ
#define __GNUC_PREREQ(major, minor) 0
#include <sys/socket.h>
#pragma pop_macro("__GNUC_PREREQ")

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <locale.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
