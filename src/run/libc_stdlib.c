// stdlib.h: allocation, conversion, sorting, random numbers, termination.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/library_state.h"

// Allocation. Calls by name are operations of the automaton; these are for
// calls through pointers, and for what has no operation.

void routine_malloc(struct library_call *call) {
  call->result = library_allocate(call, argument(call, 0), 16, false);
}

void routine_calloc(struct library_call *call) {
  uint64_t size;
  if (__builtin_mul_overflow(argument(call, 0), argument(call, 1), &size))
    library_set_errno(call->machine, ENOMEM);
  else
    call->result = library_allocate(call, size, 16, true);
}

void routine_free(struct library_call *call) {
  library_deallocate(call, argument(call, 0));
}

static bool is_heap_start(const struct space_object *object, uint64_t address) {
  return object->kind == SPACE_HEAP && object->is_alive &&
         object->base == address;
}

static void reallocate(struct library_call *call, uint64_t size) {
  uint64_t old = argument(call, 0);
  const struct space_object *object = space_find(&call->machine->space, old);
  if (old && !is_heap_start(object, old)) {
    machine_stop_access(call->machine, ACCESS_FREE, old, 0, library_name(call));
    return;
  }
  if (old && size == 0) { // as glibc does
    library_deallocate(call, old);
    return;
  }
  uint64_t fresh = library_allocate(call, size, 16, false);
  call->result = fresh;
  if (!fresh || !old)
    return;
  uint64_t kept = object->size < size ? object->size : size;
  memcpy(library_writable(call, fresh, kept), library_readable(call, old, kept),
         kept);
  library_deallocate(call, old);
}

void routine_realloc(struct library_call *call) {
  if (library_may_allocate(call))
    reallocate(call, argument(call, 1));
}

void routine_reallocarray(struct library_call *call) {
  uint64_t size;
  if (__builtin_mul_overflow(argument(call, 1), argument(call, 2), &size))
    library_set_errno(call->machine, ENOMEM);
  else
    reallocate(call, size);
}

static bool is_power_of_two(uint64_t value) {
  return value && !(value & (value - 1));
}

void routine_aligned_alloc(struct library_call *call) {
  if (is_power_of_two(argument(call, 0)))
    call->result =
        library_allocate(call, argument(call, 1), argument(call, 0), false);
  else
    library_set_errno(call->machine, EINVAL);
}

void routine_valloc(struct library_call *call) {
  call->result = library_allocate(call, argument(call, 0), 4096, false);
}

void routine_posix_memalign(struct library_call *call) {
  uint64_t alignment = argument(call, 1);
  if (!is_power_of_two(alignment) || alignment % pointer_bytes(call)) {
    set_signed(call, EINVAL);
    return;
  }
  uint64_t address =
      library_allocate(call, argument(call, 2), alignment, false);
  if (machine_has_stopped(call->machine))
    return;
  if (!address)
    set_signed(call, ENOMEM);
  else
    library_store(call, argument(call, 0), pointer_bytes(call), address);
}

void routine_malloc_usable_size(struct library_call *call) {
  uint64_t address = argument(call, 0);
  const struct space_object *object =
      space_find(&call->machine->space, address);
  if (!address)
    return;
  if (is_heap_start(object, address))
    call->result = object->size;
  else
    machine_stop_access(call->machine, ACCESS_READ, address, 1,
                        library_name(call));
}

// Numbers from text

static void store_end(struct library_call *call, const char *text,
                      const char *end) {
  if (argument(call, 1))
    library_store(call, argument(call, 1), pointer_bytes(call),
                  argument(call, 0) + (uint64_t)(end - text));
}

static void parse_signed(struct library_call *call, unsigned width) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, (int)argument_signed(call, 2));
  if (width == 32 && (value > INT32_MAX || value < INT32_MIN)) {
    value = value < 0 ? INT32_MIN : INT32_MAX;
    errno = ERANGE;
  }
  if (errno)
    library_set_errno(call->machine, errno);
  store_end(call, text, end);
  set_signed(call, value);
}

static void parse_unsigned(struct library_call *call, unsigned width) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  char *end;
  errno = 0;
  unsigned long long value =
      strtoull(text, &end, (int)argument_signed(call, 2));
  // A negated number may be as large as an unsigned one.
  bool fits = value <= UINT32_MAX || -value <= UINT32_MAX;
  if (width == 32 && !fits) {
    value = UINT32_MAX;
    errno = ERANGE;
  }
  if (errno)
    library_set_errno(call->machine, errno);
  store_end(call, text, end);
  call->result = value;
}

static unsigned long_width(const struct library_call *call) {
  return call->machine->program->pointer_width;
}

void routine_strtol(struct library_call *call) {
  parse_signed(call, long_width(call));
}
void routine_strtoll(struct library_call *call) {
  parse_signed(call, 64);
}
void routine_strtoul(struct library_call *call) {
  parse_unsigned(call, long_width(call));
}
void routine_strtoull(struct library_call *call) {
  parse_unsigned(call, 64);
}

static void parse_decimal(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (text)
    set_signed(call, strtoll(text, NULL, 10));
}

void routine_atoi(struct library_call *call) {
  parse_decimal(call);
}
void routine_atol(struct library_call *call) {
  parse_decimal(call);
}
void routine_atoll(struct library_call *call) {
  parse_decimal(call);
}

void routine_strtod(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  if (errno)
    library_set_errno(call->machine, errno);
  memcpy(&call->result, &value, sizeof value);
  store_end(call, text, end);
}

void routine_strtof(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  char *end;
  errno = 0;
  float value = strtof(text, &end);
  if (errno)
    library_set_errno(call->machine, errno);
  memcpy(&call->result, &value, sizeof value);
  store_end(call, text, end);
}

void routine_strtold(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (!text)
    return;
  char *end;
  errno = 0;
  long double value = strtold(text, &end);
  if (errno)
    library_set_errno(call->machine, errno);
  memcpy(&call->result, &value, 10);
  store_end(call, text, end);
}

void routine_atof(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  double value = text ? strtod(text, NULL) : 0;
  memcpy(&call->result, &value, sizeof value);
}

void routine_abs(struct library_call *call) {
  int64_t value = argument_signed(call, 0);
  call->result = value < 0 ? -(u128)(i128)value : (u128)value;
}

// Quotient and remainder: in one register where the ABI returns the struct so,
// otherwise behind a pointer that comes first.
void routine_div(struct library_call *call) {
  bool is_behind = call->count > 2;
  unsigned width = call->arguments[is_behind].width;
  int64_t a = argument_signed(call, is_behind);
  int64_t b = argument_signed(call, is_behind + 1);
  if (b == 0) {
    machine_stop_undefined(call->machine, UNDEFINED_DIVISION_BY_ZERO,
                           "%s: division by zero", library_name(call));
    return;
  }
  u128 quotient = bits_truncate((u128)((i128)a / b), width);
  u128 remainder = bits_truncate((u128)((i128)a % b), width);
  if (!is_behind)
    call->result = remainder << width | quotient;
  else if (library_store(call, argument(call, 0), width / 8, quotient))
    library_store(call, argument(call, 0) + width / 8, width / 8, remainder);
}

// Sorting: a merge sort that calls the interpreted comparison, on a copy, so
// that elements are moved only at the end, as glibc does.

struct sorting {
  struct library_call *call;
  uint64_t base;
  uint64_t size;     // of an element
  uint64_t function; // the comparison
  u128 extra;        // its last argument
  bool has_extra;
  bool has_stopped;
};

static int64_t compare_at(struct sorting *sorting, uint64_t a, uint64_t b) {
  unsigned width = sorting->call->machine->program->pointer_width;
  u128 values[3] = {a, b, sorting->extra};
  unsigned widths[3] = {width, width, width};
  u128 result = 0;
  if (!machine_call_address(sorting->call->machine, sorting->function, values,
                            widths, sorting->has_extra ? 3 : 2, &result))
    sorting->has_stopped = true;
  return (int64_t)bits_signed(result & UINT32_MAX, 32);
}

// Sorts the indices; `spare` has as many.
static void merge_sort(struct sorting *sorting, uint32_t *indices,
                       uint32_t *spare, uint32_t count) {
  for (uint64_t run = 1; run < count; run *= 2) {
    for (uint64_t low = 0; low < count; low += 2 * run) {
      uint64_t middle = low + run < count ? low + run : count;
      uint64_t high = low + 2 * run < count ? low + 2 * run : count;
      uint64_t a = low, b = middle;
      for (uint64_t k = low; k < high; k++) {
        bool takes_first =
            b >= high ||
            (a < middle &&
             compare_at(sorting, sorting->base + indices[a] * sorting->size,
                        sorting->base + indices[b] * sorting->size) <= 0);
        if (sorting->has_stopped)
          return;
        spare[k] = takes_first ? indices[a++] : indices[b++];
      }
    }
    memcpy(indices, spare, count * sizeof *indices);
  }
}

static void permute(struct sorting *sorting, const uint32_t *indices,
                    uint32_t count) {
  uint64_t bytes = count * sorting->size;
  uint8_t *elements = library_writable(sorting->call, sorting->base, bytes);
  if (!elements)
    return;
  uint8_t *copy = memory_new(bytes + 1);
  memcpy(copy, elements, bytes);
  for (uint32_t i = 0; i < count; i++)
    memcpy(elements + i * sorting->size, copy + indices[i] * sorting->size,
           sorting->size);
  free(copy);
}

static void sort(struct library_call *call, struct sorting *sorting) {
  uint64_t count = argument(call, 1);
  uint64_t bytes;
  if (__builtin_mul_overflow(count, sorting->size, &bytes) ||
      count > UINT32_MAX / 2)
    bytes = UINT64_MAX;
  if (bytes == 0 || count < 2 || !library_writable(call, sorting->base, bytes))
    return;
  uint32_t *indices = memory_new(2 * count * sizeof *indices);
  for (uint32_t i = 0; i < count; i++)
    indices[i] = i;
  merge_sort(sorting, indices, indices + count, (uint32_t)count);
  if (!sorting->has_stopped)
    permute(sorting, indices, (uint32_t)count);
  free(indices);
}

void routine_qsort(struct library_call *call) {
  struct sorting sorting = {.call = call,
                            .base = argument(call, 0),
                            .size = argument(call, 2),
                            .function = argument(call, 3)};
  sort(call, &sorting);
}

void routine_qsort_r(struct library_call *call) {
  struct sorting sorting = {.call = call,
                            .base = argument(call, 0),
                            .size = argument(call, 2),
                            .function = argument(call, 3),
                            .extra = argument(call, 4),
                            .has_extra = true};
  sort(call, &sorting);
}

void routine_bsearch(struct library_call *call) {
  struct sorting sorting = {.call = call,
                            .base = argument(call, 1),
                            .size = argument(call, 3),
                            .function = argument(call, 4)};
  uint64_t low = 0, high = argument(call, 2);
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    uint64_t element = sorting.base + middle * sorting.size;
    int64_t order = compare_at(&sorting, argument(call, 0), element);
    if (sorting.has_stopped)
      return;
    if (order == 0) {
      call->result = element;
      return;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
}

// Random numbers: glibc's own generators, with the state of this run.

void routine_rand(struct library_call *call) {
  int32_t value = 0;
  random_r(&library_of(call)->random, &value);
  set_signed(call, value);
}

void routine_srand(struct library_call *call) {
  srandom_r((unsigned)argument(call, 0), &library_of(call)->random);
  seeds_set(call);
}

void routine_rand_r(struct library_call *call) {
  u128 state;
  if (!library_load(call, argument(call, 0), 4, &state))
    return;
  unsigned seed = (unsigned)state;
  set_signed(call, rand_r(&seed));
  library_store(call, argument(call, 0), 4, seed);
}

// Environment and termination

void routine_getenv(struct library_call *call) {
  const char *name = library_string(call, argument(call, 0));
  const char *value = name ? environment_get(call->machine, name) : NULL;
  if (value)
    call->result = library_text(call->machine, name, value);
}

void routine_environment(struct library_call *call) {
  const char *name = library_string(call, argument(call, 0));
  const char *value = name ? library_string(call, argument(call, 1)) : NULL;
  if (value && !environment_settle(call->machine, name, value))
    machine_stop(call->machine, OUTCOME_UNSUPPORTED,
                 "getenv of `%s` gives another text than it did", name);
}

void routine_setenv(struct library_call *call) {
  const char *name = library_string(call, argument(call, 0));
  const char *value = name ? library_string(call, argument(call, 1)) : NULL;
  bool replaces = value && argument_signed(call, 2);
  if (value && environment_is_own(call->machine)) {
    if (replaces || !environment_get(call->machine, name))
      environment_set(call->machine, name, value);
  } else if (value && setenv(name, value, replaces)) {
    set_failure(call, errno);
  }
}

void routine_unsetenv(struct library_call *call) {
  const char *name = library_string(call, argument(call, 0));
  if (name && environment_is_own(call->machine))
    environment_set(call->machine, name, NULL);
  else if (name && unsetenv(name))
    set_failure(call, errno);
}

void routine_exit(struct library_call *call) {
  library_exit(call->machine, (int)argument_signed(call, 0));
}

void routine__exit(struct library_call *call) {
  machine_exit(call->machine, (int)argument_signed(call, 0));
}

void routine_abort(struct library_call *call) {
  machine_stop(call->machine, OUTCOME_ABORT, "abort is called");
}

void routine_atexit(struct library_call *call) {
  address_vec_push(&library_of(call)->exit_handlers, argument(call, 0));
}

void routine_system(struct library_call *call) {
  if (argument(call, 0))
    machine_stop(call->machine, OUTCOME_UNSUPPORTED,
                 "system starts another program");
}

void routine_mkstemp(struct library_call *call) {
  const char *template = library_string(call, argument(call, 0));
  if (!template)
    return;
  uint8_t *bytes =
      library_writable(call, argument(call, 0), strlen(template) + 1);
  if (!bytes)
    return;
  int descriptor = mkstemp((char *)bytes);
  if (descriptor < 0)
    set_failure(call, errno);
  else
    set_signed(call, descriptor);
}
