#include "run/variadic.h"

#include <string.h>

struct variadic variadic_rest(struct library_call *call, uint32_t fixed) {
  struct variadic variadic = {.call = call, .next = fixed};
  variadic.is_plain = !call->has_area;
  variadic.area = call->area;
  return variadic;
}

struct variadic variadic_list(struct library_call *call, uint32_t index) {
  struct variadic variadic = {.call = call, .area = argument(call, index)};
  if (call->machine->program->pointer_width == 32)
    return variadic;
  u128 area = 0;
  variadic.field = argument(call, index) + 8;
  library_load(call, variadic.field, 8, &area);
  variadic.area = (uint64_t)area;
  return variadic;
}

static bool next_plain(struct variadic *variadic, u128 *value) {
  struct library_call *call = variadic->call;
  if (variadic->next < call->count) {
    *value = argument_wide(call, variadic->next++);
    return true;
  }
  machine_stop_undefined(call->machine, UNDEFINED_LIBRARY,
                         "%s has fewer arguments than its format asks for",
                         library_name(call));
  return false;
}

// A value in memory that takes `room` bytes, a multiple of the slot size.
static bool next_slot(struct variadic *variadic, unsigned bytes, unsigned room,
                      unsigned alignment, u128 *value) {
  struct library_call *call = variadic->call;
  uint64_t address =
      (variadic->area + alignment - 1) & ~(uint64_t)(alignment - 1);
  if (machine_has_stopped(call->machine) ||
      !library_load(call, address, bytes, value))
    return false;
  variadic->area = address + room;
  return !variadic->field ||
         library_store(call, variadic->field, 8, variadic->area);
}

bool variadic_integer(struct variadic *variadic, unsigned bytes, u128 *value) {
  unsigned word = pointer_bytes(variadic->call);
  unsigned room = (bytes + word - 1) / word * word;
  bool ok = variadic->is_plain ? next_plain(variadic, value)
                               : next_slot(variadic, bytes, room, word, value);
  if (ok)
    *value = bits_truncate(*value, 8 * bytes);
  return ok;
}

bool variadic_long_double(struct variadic *variadic, long double *value) {
  bool is_wide = variadic->call->machine->program->pointer_width == 64;
  u128 bits;
  bool ok = variadic->is_plain ? next_plain(variadic, &bits)
                               : next_slot(variadic, 10, is_wide ? 16 : 12,
                                           is_wide ? 16 : 4, &bits);
  if (!ok)
    return false;
  *value = 0;
  memcpy(value, &bits, 10);
  return true;
}

bool variadic_pointer(struct variadic *variadic, uint64_t *value) {
  u128 bits;
  if (!variadic_integer(variadic, pointer_bytes(variadic->call), &bits))
    return false;
  *value = (uint64_t)bits;
  return true;
}
