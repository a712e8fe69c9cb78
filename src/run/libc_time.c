// time.h and sys/time.h. The clock is the host's unless an oracle's file says
// what the routines return.
#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "run/library_state.h"

static unsigned time_bytes(const struct library_call *call) {
  return pointer_bytes(call); // time_t is a long
}

void routine_time(struct library_call *call) {
  if (library_draw(call, (u128)time(NULL), &call->result) && argument(call, 0))
    library_store(call, argument(call, 0), time_bytes(call), call->result);
}

void routine_clock(struct library_call *call) {
  library_draw(call, (u128)clock(), &call->result);
}

void routine_difftime(struct library_call *call) {
  double value =
      (double)argument_signed(call, 0) - (double)argument_signed(call, 1);
  memcpy(&call->result, &value, sizeof value);
}

static void store_pair(struct library_call *call, uint64_t address,
                       uint64_t seconds, uint64_t fraction) {
  unsigned bytes = time_bytes(call);
  if (library_store(call, address, bytes, seconds))
    library_store(call, address + bytes, bytes, fraction);
}

void routine_gettimeofday(struct library_call *call) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (argument(call, 0))
    store_pair(call, argument(call, 0), (uint64_t)now.tv_sec,
               (uint64_t)now.tv_usec);
}

void routine_clock_gettime(struct library_call *call) {
  struct timespec now;
  if (clock_gettime((clockid_t)argument(call, 0), &now))
    set_failure(call, errno);
  else
    store_pair(call, argument(call, 1), (uint64_t)now.tv_sec,
               (uint64_t)now.tv_nsec);
}

// struct tm: nine ints, then on glibc a long offset and a pointer to the zone.

enum { TM_INTS = 9, TM_BYTES = 56 };

static bool load_time(struct library_call *call, uint32_t index,
                      time_t *time_value) {
  u128 value;
  unsigned bytes = time_bytes(call);
  if (!library_load(call, argument(call, index), bytes, &value))
    return false;
  *time_value = (time_t)bits_signed(value, 8 * bytes);
  return true;
}

static void store_tm(struct library_call *call, uint64_t address,
                     const struct tm *tm) {
  const int *fields = (const int *)tm;
  for (unsigned i = 0; i < TM_INTS; i++)
    if (!library_store(call, address + 4 * i, 4, (u128)fields[i]))
      return;
}

static bool load_tm(struct library_call *call, uint64_t address,
                    struct tm *tm) {
  int *fields = (int *)tm;
  memset(tm, 0, sizeof *tm);
  for (unsigned i = 0; i < TM_INTS; i++) {
    u128 value;
    if (!library_load(call, address + 4 * i, 4, &value))
      return false;
    fields[i] = (int)value;
  }
  return true;
}

static void break_down(struct library_call *call, uint64_t to, bool is_local) {
  time_t seconds;
  struct tm tm;
  if (!load_time(call, 0, &seconds))
    return;
  if (is_local)
    localtime_r(&seconds, &tm);
  else
    gmtime_r(&seconds, &tm);
  store_tm(call, to, &tm);
  call->result = to;
}

static uint64_t static_tm(struct library_call *call) {
  return library_static(call->machine, STATIC_TM, "tm", TM_BYTES)->base;
}

void routine_localtime(struct library_call *call) {
  break_down(call, static_tm(call), true);
}
void routine_gmtime(struct library_call *call) {
  break_down(call, static_tm(call), false);
}
void routine_localtime_r(struct library_call *call) {
  break_down(call, argument(call, 1), true);
}
void routine_gmtime_r(struct library_call *call) {
  break_down(call, argument(call, 1), false);
}

static void compose(struct library_call *call, bool is_local) {
  struct tm tm;
  if (!load_tm(call, argument(call, 0), &tm))
    return;
  time_t seconds = is_local ? mktime(&tm) : timegm(&tm);
  store_tm(call, argument(call, 0), &tm);
  set_signed(call, seconds);
}

void routine_mktime(struct library_call *call) {
  compose(call, true);
}
void routine_timegm(struct library_call *call) {
  compose(call, false);
}

void routine_strftime(struct library_call *call) {
  const char *format = library_string(call, argument(call, 2));
  struct tm tm;
  if (!format || !load_tm(call, argument(call, 3), &tm))
    return;
  uint64_t size = argument(call, 1);
  uint8_t *to = library_writable(call, argument(call, 0), size);
  if (to && size)
    call->result = strftime((char *)to, size, format, &tm);
}

static void set_time_text(struct library_call *call, const struct tm *tm) {
  struct space_object *object =
      library_static(call->machine, STATIC_TIME_TEXT, "asctime", 64);
  if (asctime_r(tm, (char *)object->bytes))
    call->result = object->base;
}

void routine_asctime(struct library_call *call) {
  struct tm tm;
  if (load_tm(call, argument(call, 0), &tm))
    set_time_text(call, &tm);
}

void routine_ctime(struct library_call *call) {
  time_t seconds;
  struct tm tm;
  if (load_time(call, 0, &seconds) && localtime_r(&seconds, &tm))
    set_time_text(call, &tm);
}
