// Strings of wide characters: they end with four bytes that are zero.
//
// Constant ones are looked at here; any other is read character by character,
// each of which must be there, up to the zero or the limit.
#include <string.h>

#include "memory/contracting.h"
#include "program/access.h"

enum { WIDE = 4 };

// How many characters are before the zero; false when it is not constant or
// does not end.
static bool constant_length(const struct contracting *c, uint32_t i,
                            uint64_t *length) {
  static const char zero[WIDE];
  struct object_id id;
  uint64_t offset;
  if (!contracting_is_word(c, i) ||
      !access_split(c->m.program, c->values[i], &id, &offset))
    return false;
  const struct object_info *object = program_object(c->m.program, id);
  if (!object->is_constant || !object->bytes || offset > object->size)
    return false;
  const char *text = (const char *)object->bytes + offset;
  for (*length = 0; (*length + 1) * WIDE <= object->size - offset; ++*length)
    if (!memcmp(text + *length * WIDE, zero, WIDE))
      return true;
  return false;
}

static struct term character_at(struct contracting *c, struct term address) {
  struct modelling *m = &c->m;
  struct variable character = modelling_new_variable(
      m, VARIABLE_TEMPORARY, "wide", sort_bits(8 * WIDE));
  contracting_fail(c, ACCESS_READ, address, modelling_number(m, m->width, WIDE),
                   m->assumes ? UNDEFINED_IMPOSSIBLE : UNDEFINED_INVALID_READ);
  modelling_emit(m, (struct operation){
                        .kind = OPERATION_LOAD,
                        .memory = {.target = character, .address = address}});
  return modelling_term_of(m, character);
}

// The characters before the zero, or as many as the limit says.
static struct term count(struct contracting *c, uint32_t i, struct term limit) {
  struct modelling *m = &c->m;
  struct variable n = modelling_new_counter(m, "length");
  struct location_id head = m->here, end = modelling_new_location(m);
  if (!term_is_none(limit)) {
    struct term is_far = modelling_is_at(m, n, limit);
    modelling_emit_to(m, operation_assume(is_far), end, UNDEFINED_NONE);
    modelling_emit(m, operation_assume(term_not(m->terms, is_far)));
  }
  struct term at = term_binary(m->terms, OP_MUL, modelling_term_of(m, n),
                               modelling_number(m, m->width, WIDE));
  struct term character = character_at(c, term_add(m->terms, c->values[i], at));
  struct term is_last =
      term_eq(m->terms, character, modelling_number(m, 8 * WIDE, 0));
  modelling_emit_to(m, operation_assume(is_last), end, UNDEFINED_NONE);
  modelling_emit(m, operation_assume(term_not(m->terms, is_last)));
  modelling_increment(m, n);
  modelling_go_to(m, head);
  m->here = end;
  return modelling_term_of(m, n);
}

void contracting_need_wide(struct contracting *c, uint32_t i,
                           struct term limit) {
  uint64_t length;
  if (constant_length(c, i, &length))
    return;
  struct term size =
      term_is_none(limit) ? modelling_number(&c->m, c->m.width, WIDE) : limit;
  modelling_exclude_null(&c->m, c->values[i], size, UNDEFINED_INVALID_READ);
  count(c, i, limit);
}

struct term contracting_wide_length(struct contracting *c, uint32_t i,
                                    struct term limit) {
  uint64_t length;
  if (term_is_none(limit) && constant_length(c, i, &length))
    return modelling_number(&c->m, c->m.width, length);
  c->m.assumes = true;
  struct term result = count(c, i, limit);
  c->m.assumes = false;
  return result;
}

bool contracting_is_plain_wide(const struct contracting *c, uint32_t i) {
  uint64_t length, offset;
  struct object_id id;
  if (!constant_length(c, i, &length) ||
      !access_split(c->m.program, c->values[i], &id, &offset))
    return false;
  const struct object_info *object = program_object(c->m.program, id);
  return !memchr(object->bytes + offset, '%', length * WIDE);
}
