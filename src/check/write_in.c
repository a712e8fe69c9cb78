#include "check/write_in.h"

struct location_id write_in_location(struct write_in *w) {
  return procedure_add_location(w->procedure, w->position);
}

void write_in_edge(struct write_in *w, struct location_id to,
                   struct operation op, enum undefined_reason undefined) {
  procedure_add_edge(w->procedure, (struct edge){.from = w->here,
                                                 .to = to,
                                                 .position = w->position,
                                                 .undefined = undefined,
                                                 .op = op});
}

void write_in_step(struct write_in *w, struct operation op) {
  struct location_id to = write_in_location(w);
  write_in_edge(w, to, op, UNDEFINED_NONE);
  w->here = to;
}

struct term write_in_number(const struct write_in *w, uint64_t value) {
  return term_const(w->program->terms, w->program->pointer_width, value);
}

// Ends the execution where the access is invalid.
static void ask(struct write_in *w, struct operation invalid,
                enum undefined_reason otherwise) {
  write_in_edge(w, w->procedure->undefined, invalid, otherwise);
  write_in_step(w, operation_skip());
}

void write_in_room(struct write_in *w, struct term address, struct term bytes,
                   enum undefined_reason otherwise, struct name text) {
  struct operation invalid = {.kind = OPERATION_INVALID};
  invalid.invalid.access = ACCESS_READ;
  invalid.invalid.address = address;
  invalid.invalid.size = bytes;
  invalid.invalid.text = text;
  ask(w, invalid, otherwise);
}

// Both from one location, as the validator wants it of accesses.
void write_in_load(struct write_in *w, struct operation load, uint64_t bytes) {
  struct operation invalid = {.kind = OPERATION_INVALID};
  invalid.invalid.access = ACCESS_READ;
  invalid.invalid.address = load.memory.address;
  invalid.invalid.size = write_in_number(w, bytes);
  write_in_edge(w, w->procedure->undefined, invalid, UNDEFINED_IMPOSSIBLE);
  write_in_step(w, load);
}

void write_in_string(struct write_in *w, struct term address, bool is_given) {
  struct operation invalid = {.kind = OPERATION_INVALID};
  invalid.invalid.access = ACCESS_STRING;
  invalid.invalid.address = address;
  invalid.invalid.size = write_in_number(w, UINT64_MAX);
  invalid.invalid.is_usual = is_given;
  ask(w, invalid, UNDEFINED_IMPOSSIBLE);
}

struct term write_in_bytes(const struct write_in *w, struct term count,
                           bool is_signed, uint64_t element) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  uint64_t most = ((uint64_t)1 << (width - 1)) - 1;
  struct term wide = term_resize(terms, width, is_signed, count);
  struct term fits =
      term_compare(terms, OP_ULE, wide, write_in_number(w, most / element));
  struct term bytes =
      term_binary(terms, OP_MUL, wide, write_in_number(w, element));
  struct term all =
      term_ite(terms, fits, bytes, write_in_number(w, UINT64_MAX));
  struct term zero = write_in_number(w, 0);
  struct term some = term_compare(terms, OP_SLT, zero, wide);
  return is_signed ? term_ite(terms, some, all, zero) : all;
}
