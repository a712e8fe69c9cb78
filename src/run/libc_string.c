// string.h and strings.h. Reads stop where C says that they stop: memchr and
// strncmp look no further than they must.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "run/library_state.h"

// Blocks

static void copy_block(struct library_call *call, uint64_t to, uint64_t from,
                       uint64_t size, bool may_overlap) {
  uint8_t *target = library_writable(call, to, size);
  uint8_t *source = target ? library_readable(call, from, size) : NULL;
  if (!source)
    return;
  bool overlaps = size && to != from && to < from + size && from < to + size;
  if (overlaps && !may_overlap)
    machine_stop_undefined(call->machine, UNDEFINED_OVERLAP,
                           "%s: the objects overlap", library_name(call));
  else
    memmove(target, source, size);
  call->result = to;
}

void routine_memcpy(struct library_call *call) {
  copy_block(call, argument(call, 0), argument(call, 1), argument(call, 2),
             false);
}

void routine_memmove(struct library_call *call) {
  copy_block(call, argument(call, 0), argument(call, 1), argument(call, 2),
             true);
}

void routine_mempcpy(struct library_call *call) {
  routine_memcpy(call);
  call->result += argument(call, 2);
}

void routine_bcopy(struct library_call *call) {
  copy_block(call, argument(call, 1), argument(call, 0), argument(call, 2),
             true);
}

void routine_memset(struct library_call *call) {
  uint64_t size = argument(call, 2);
  uint8_t *target = library_writable(call, argument(call, 0), size);
  if (target)
    memset(target, (int)argument(call, 1), size);
  call->result = argument(call, 0);
}

void routine_bzero(struct library_call *call) {
  uint64_t size = argument(call, 1);
  uint8_t *target = library_writable(call, argument(call, 0), size);
  if (target)
    memset(target, 0, size);
}

void routine_memcmp(struct library_call *call) {
  uint64_t size = argument(call, 2);
  const uint8_t *a = library_readable(call, argument(call, 0), size);
  const uint8_t *b = a ? library_readable(call, argument(call, 1), size) : NULL;
  if (b)
    set_signed(call, memcmp(a, b, size));
}

// Finds the byte at or after the address, reading no further. UINT64_MAX if
// it is not among the first `size`, or after stopping the run.
static uint64_t find_byte(struct library_call *call, uint64_t address,
                          uint8_t byte, uint64_t size) {
  if (size == 0)
    return UINT64_MAX;
  const uint8_t *bytes = library_readable(call, address, 1);
  if (!bytes)
    return UINT64_MAX;
  const struct space_object *object =
      space_find(&call->machine->space, address);
  uint64_t room = object->readable - (address - object->base);
  const uint8_t *found = memchr(bytes, byte, size < room ? size : room);
  if (found)
    return address + (uint64_t)(found - bytes);
  if (size > room)
    library_readable(call, address + room, 1);
  return UINT64_MAX;
}

static void set_found(struct library_call *call, uint64_t address) {
  call->result = address == UINT64_MAX ? 0 : address;
}

void routine_memchr(struct library_call *call) {
  set_found(call, find_byte(call, argument(call, 0), (uint8_t)argument(call, 1),
                            argument(call, 2)));
}

void routine_rawmemchr(struct library_call *call) {
  set_found(call, find_byte(call, argument(call, 0), (uint8_t)argument(call, 1),
                            UINT64_MAX));
}

void routine_memrchr(struct library_call *call) {
  uint64_t size = argument(call, 2);
  const uint8_t *bytes = library_readable(call, argument(call, 0), size);
  const uint8_t *found =
      bytes ? memrchr(bytes, (int)argument(call, 1), size) : NULL;
  if (found)
    call->result = argument(call, 0) + (uint64_t)(found - bytes);
}

void routine_memmem(struct library_call *call) {
  uint64_t size = argument(call, 1), needle_size = argument(call, 3);
  const uint8_t *bytes = library_readable(call, argument(call, 0), size);
  const uint8_t *needle =
      bytes ? library_readable(call, argument(call, 2), needle_size) : NULL;
  const uint8_t *found =
      needle ? memmem(bytes, size, needle, needle_size) : NULL;
  if (found)
    call->result = argument(call, 0) + (uint64_t)(found - bytes);
}

void routine_memccpy(struct library_call *call) {
  uint64_t from = argument(call, 1), size = argument(call, 3);
  uint64_t stop = find_byte(call, from, (uint8_t)argument(call, 2), size);
  if (machine_has_stopped(call->machine))
    return;
  bool is_found = stop != UINT64_MAX;
  uint64_t count = is_found ? stop - from + 1 : size;
  copy_block(call, argument(call, 0), from, count, false);
  call->result = is_found ? argument(call, 0) + count : 0;
}

// Lengths and copies

void routine_strlen(struct library_call *call) {
  call->result = library_string_length(call, argument(call, 0), UINT64_MAX);
}

void routine_strnlen(struct library_call *call) {
  call->result =
      library_string_length(call, argument(call, 0), argument(call, 1));
}

// Copies a string with its zero; returns its length, or UINT64_MAX after
// stopping the run.
static uint64_t copy_string(struct library_call *call, uint64_t to,
                            uint64_t from) {
  uint64_t length = library_string_length(call, from, UINT64_MAX);
  if (length == UINT64_MAX)
    return length;
  copy_block(call, to, from, length + 1, false);
  return machine_has_stopped(call->machine) ? UINT64_MAX : length;
}

void routine_strcpy(struct library_call *call) {
  copy_string(call, argument(call, 0), argument(call, 1));
  call->result = argument(call, 0);
}

void routine_stpcpy(struct library_call *call) {
  uint64_t length = copy_string(call, argument(call, 0), argument(call, 1));
  call->result = argument(call, 0) + length;
}

// Copies at most `size` bytes and pads with zeros; returns the length copied.
static uint64_t copy_padded(struct library_call *call) {
  uint64_t size = argument(call, 2);
  uint64_t length = library_string_length(call, argument(call, 1), size);
  if (length == UINT64_MAX)
    return length;
  uint8_t *to = library_writable(call, argument(call, 0), size);
  if (!to)
    return UINT64_MAX;
  memmove(to, library_readable(call, argument(call, 1), length), length);
  memset(to + length, 0, size - length);
  return length;
}

void routine_strncpy(struct library_call *call) {
  copy_padded(call);
  call->result = argument(call, 0);
}

void routine_stpncpy(struct library_call *call) {
  call->result = argument(call, 0) + copy_padded(call);
}

static void append(struct library_call *call, uint64_t limit) {
  uint64_t start = library_string_length(call, argument(call, 0), UINT64_MAX);
  if (start == UINT64_MAX)
    return;
  uint64_t length = library_string_length(call, argument(call, 1), limit);
  if (length == UINT64_MAX)
    return;
  uint64_t to = argument(call, 0) + start;
  copy_block(call, to, argument(call, 1), length, false);
  if (!machine_has_stopped(call->machine))
    library_store(call, to + length, 1, 0);
  call->result = argument(call, 0);
}

void routine_strcat(struct library_call *call) {
  append(call, UINT64_MAX);
}

void routine_strncat(struct library_call *call) {
  append(call, argument(call, 2));
}

// Copies to `offset` of a buffer of `size` bytes, always terminated.
static void copy_limited(struct library_call *call, uint64_t offset,
                         uint64_t size) {
  uint64_t length = library_string_length(call, argument(call, 1), UINT64_MAX);
  if (length == UINT64_MAX)
    return;
  if (offset < size) {
    uint64_t room = size - offset - 1;
    uint64_t count = length < room ? length : room;
    uint64_t to = argument(call, 0) + offset;
    copy_block(call, to, argument(call, 1), count, false);
    if (!machine_has_stopped(call->machine))
      library_store(call, to + count, 1, 0);
  }
  call->result = offset + length;
}

void routine_strlcpy(struct library_call *call) {
  copy_limited(call, 0, argument(call, 2));
}

void routine_strlcat(struct library_call *call) {
  uint64_t size = argument(call, 2);
  uint64_t start = library_string_length(call, argument(call, 0), size);
  if (start != UINT64_MAX)
    copy_limited(call, start, size);
}

static void duplicate(struct library_call *call, uint64_t limit) {
  uint64_t length = library_string_length(call, argument(call, 0), limit);
  if (length == UINT64_MAX)
    return;
  uint64_t copy = library_allocate(call, length + 1, 1, true);
  if (!copy)
    return;
  copy_block(call, copy, argument(call, 0), length, false);
  call->result = copy;
}

void routine_strdup(struct library_call *call) {
  if (library_may_allocate(call))
    duplicate(call, UINT64_MAX);
}

void routine_strndup(struct library_call *call) {
  if (library_may_allocate(call))
    duplicate(call, argument(call, 1));
}

void routine_strxfrm(struct library_call *call) {
  uint64_t size = argument(call, 2);
  uint64_t length = library_string_length(call, argument(call, 1), UINT64_MAX);
  if (length == UINT64_MAX)
    return;
  copy_block(call, argument(call, 0), argument(call, 1),
             length < size ? length + 1 : size, false);
  call->result = length;
}

// Comparison: both are read up to the first difference or zero, and one byte
// at a time only near the end of an object.

static int lower(int c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static void compare(struct library_call *call, uint64_t limit,
                    bool ignores_case) {
  struct space *space = &call->machine->space;
  uint64_t a = argument(call, 0), b = argument(call, 1);
  const struct space_object *x = space_find(space, a);
  const struct space_object *y = space_find(space, b);
  for (uint64_t i = 0; i < limit; i++) {
    uint64_t p = a + i - x->base, q = b + i - y->base;
    if (p >= x->readable || q >= y->readable) {
      // One of these stops the run.
      if (library_readable(call, a + i, 1))
        library_readable(call, b + i, 1);
      return;
    }
    int c = x->bytes[p], d = y->bytes[q];
    if (ignores_case) {
      c = lower(c);
      d = lower(d);
    }
    if (c != d || c == 0) {
      set_signed(call, c - d);
      return;
    }
  }
}

void routine_strcmp(struct library_call *call) {
  compare(call, UINT64_MAX, false);
}
void routine_strncmp(struct library_call *call) {
  compare(call, argument(call, 2), false);
}
void routine_strcasecmp(struct library_call *call) {
  compare(call, UINT64_MAX, true);
}
void routine_strncasecmp(struct library_call *call) {
  compare(call, argument(call, 2), true);
}

// Searching

// The address inside the first argument that a host pointer into it means.
static void set_inside(struct library_call *call, const char *text,
                       const char *found) {
  if (found)
    call->result = argument(call, 0) + (uint64_t)(found - text);
}

void routine_strchr(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (text)
    set_inside(call, text, strchr(text, (int)argument(call, 1)));
}

void routine_strrchr(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (text)
    set_inside(call, text, strrchr(text, (int)argument(call, 1)));
}

void routine_strchrnul(struct library_call *call) {
  const char *text = library_string(call, argument(call, 0));
  if (text)
    set_inside(call, text, strchrnul(text, (int)argument(call, 1)));
}

// Both arguments as strings.
static bool two_strings(struct library_call *call, const char **a,
                        const char **b) {
  *a = library_string(call, argument(call, 0));
  *b = *a ? library_string(call, argument(call, 1)) : NULL;
  return *b != NULL;
}

void routine_strstr(struct library_call *call) {
  const char *text, *needle;
  if (two_strings(call, &text, &needle))
    set_inside(call, text, strstr(text, needle));
}

void routine_strcasestr(struct library_call *call) {
  const char *text, *needle;
  if (two_strings(call, &text, &needle))
    set_inside(call, text, strcasestr(text, needle));
}

void routine_strpbrk(struct library_call *call) {
  const char *text, *set;
  if (two_strings(call, &text, &set))
    set_inside(call, text, strpbrk(text, set));
}

void routine_strspn(struct library_call *call) {
  const char *text, *set;
  if (two_strings(call, &text, &set))
    call->result = strspn(text, set);
}

void routine_strcspn(struct library_call *call) {
  const char *text, *set;
  if (two_strings(call, &text, &set))
    call->result = strcspn(text, set);
}

// Tokens

// Cuts the next token off the text at *next; 0 when there is none.
static uint64_t cut_token(struct library_call *call, uint64_t *next) {
  const char *text = library_string(call, *next);
  const char *set = text ? library_string(call, argument(call, 1)) : NULL;
  if (!set)
    return 0;
  uint64_t start = *next + strspn(text, set);
  text += strspn(text, set);
  if (!*text) {
    *next = start;
    return 0;
  }
  uint64_t end = start + strcspn(text, set);
  if (text[end - start]) {
    library_store(call, end, 1, 0);
    end++;
  }
  *next = end;
  return start;
}

void routine_strtok(struct library_call *call) {
  struct library *library = library_of(call);
  if (argument(call, 0))
    library->strtok_next = argument(call, 0);
  call->result = cut_token(call, &library->strtok_next);
}

void routine_strtok_r(struct library_call *call) {
  u128 next = argument(call, 0);
  unsigned size = pointer_bytes(call);
  if (!next && !library_load(call, argument(call, 2), size, &next))
    return;
  uint64_t at = (uint64_t)next;
  call->result = cut_token(call, &at);
  if (!machine_has_stopped(call->machine))
    library_store(call, argument(call, 2), size, at);
}

void routine_strsep(struct library_call *call) {
  unsigned size = pointer_bytes(call);
  u128 start;
  if (!library_load(call, argument(call, 0), size, &start) || !start)
    return;
  const char *text = library_string(call, (uint64_t)start);
  const char *set = text ? library_string(call, argument(call, 1)) : NULL;
  if (!set)
    return;
  size_t length = strcspn(text, set);
  uint64_t next = text[length] ? (uint64_t)start + length + 1 : 0;
  if (next)
    library_store(call, next - 1, 1, 0);
  library_store(call, argument(call, 0), size, next);
  call->result = start;
}

// Errors

void routine_strerror(struct library_call *call) {
  struct space_object *object =
      library_static(call->machine, STATIC_STRERROR, "strerror", 256);
  snprintf((char *)object->bytes, 256, "%s",
           strerror((int)argument_signed(call, 0)));
  call->result = object->base;
}

static void copy_error(struct library_call *call) {
  const char *text = strerror((int)argument_signed(call, 0));
  uint64_t size = argument(call, 2);
  uint64_t count = strlen(text) + 1 < size ? strlen(text) + 1 : size;
  uint8_t *to = library_writable(call, argument(call, 1), count);
  if (to && count) {
    memcpy(to, text, count);
    to[count - 1] = 0;
  }
}

void routine_strerror_r(struct library_call *call) {
  copy_error(call);
  call->result = argument(call, 1);
}

void routine_xpg_strerror_r(struct library_call *call) {
  copy_error(call);
}

void routine_ffs(struct library_call *call) {
  set_signed(call, ffsll(argument_signed(call, 0)));
}
