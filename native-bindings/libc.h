#define _GNU_SOURCE 1
#include <features.h>
#pragma push_macro("__GNUC_PREREQ")
#undef __GNUC_PREREQ
#define __GNUC_PREREQ(maj, min) 0
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
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>
