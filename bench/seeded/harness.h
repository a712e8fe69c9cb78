/* Runs scenarios natively and tells what goes wrong in them.
 *
 * A scenario file includes this header, then the unit under test as UNIT (so
 * that its static functions can be called), and has a SCENARIO for each thing
 * to try.  Every scenario runs once as it is, and then once for each
 * allocation or open that it makes, with that one failing; each run is a
 * process of its own, compiled with -fsanitize=address,undefined.
 *
 * A run prints a line `scenario n what`: `ok`; `crash` (a sanitizer or a
 * signal ended it); or what it left behind or did wrong: `leak` (blocks that
 * were not freed), `open` (streams or descriptors that were not closed),
 * `held` (mutexes still locked), `lock` (a mutex locked twice or unlocked
 * without being held).  A run that takes longer than it should is `slow`.
 *
 * Calls are counted by the linker's --wrap, so that the whole package is. */
#ifndef HARNESS_H
#define HARNESS_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct scenario {
  const char *name;
  void (*run)(void);
};
extern struct scenario scenarios[];
extern int scenario_count;

#define SCENARIO(name)                                                         \
  static void scenario_##name(void);                                           \
  __attribute__((constructor)) static void register_##name(void) {             \
    scenarios[scenario_count++] = (struct scenario){#name, scenario_##name};   \
  }                                                                            \
  static void scenario_##name(void)

#endif
