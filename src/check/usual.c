#include "check/usual.h"

#include <string.h>

#include "check/write_in.h"
#include "program/callgraph.h"
#include "program/pass.h"
#include "weave/weave.h"

// One guess: a pointer, and its length if it has one. A field of what the
// parameter points to has an offset.
struct guess {
  struct variable parameter;
  uint32_t index;         // of the parameter
  struct variable length; // another parameter, or none
  bool is_field;
  uint64_t offset, length_offset; // of fields
  struct ctype type, length_type; // length_type none: a string
};

VEC_DEFINE(guess_vec, struct guess);

// Names and types

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

static bool names_length(const char *name) {
  static const char *const ends[] = {"len",   "length", "size", "count",
                                     "bytes", "num",    "sz",   "cnt"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (ends_with(name, ends[i]))
      return true;
  return !strcmp(name, "n") || !strncmp(name, "n_", 2) ||
         !strncmp(name, "num_", 4);
}

static bool is_length(const struct program *program, struct name name,
                      struct ctype type) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  return info->kind == CTYPE_INT && info->bit_size >= 16 &&
         info->bit_size <= program->pointer_width && !name_is_none(name) &&
         names_length(name_text(program->names, name));
}

// What a pointer points to, or null if it is none, or nobody knows how large
// that is.
static const struct ctype_info *pointee(const struct program *program,
                                        struct ctype type) {
  const struct ctype_info *info = ctype_bare(program->types, type);
  if (!type.id || info->kind != CTYPE_POINTER)
    return NULL;
  const struct ctype_info *target = ctype_bare(program->types, info->target);
  bool has_size = target->bit_size || target->kind == CTYPE_VOID;
  return has_size && target->kind != CTYPE_FUNCTION ? target : NULL;
}

static bool is_string(const struct program *program, struct ctype type) {
  const struct ctype_info *target = pointee(program, type);
  return target && target->kind == CTYPE_INT && target->bit_size == 8 &&
         !name_is_none(target->name) &&
         !strcmp(name_text(program->names, target->name), "char");
}

// Which fields are used

// At what distance from an address that is not a number the code reads
// pointers: what it says nothing of elsewhere need not be guessed about.
struct distances {
  struct bitset small; // up to MOST_DISTANCE; the others are taken to be read
};

enum { MOST_DISTANCE = 1 << 16 };

static void add_distance(const struct program *program,
                         const struct operation *op,
                         struct distances *distances) {
  const struct term_table *terms = program->terms;
  struct term address = op->memory.address;
  uint64_t distance = 0;
  if (program_variable(program, op->memory.target)->is_made)
    return; // by us
  if (term_op(terms, address) == OP_ADD)
    for (uint32_t i = 0; i < 2; i++) {
      struct term operand = term_operand(terms, address, i);
      if (term_is_const(terms, operand))
        distance = (uint64_t)term_value(terms, operand);
    }
  if (distance <= MOST_DISTANCE)
    bitset_add(&distances->small, (uint32_t)distance);
}

static void find_distances(const struct program *program,
                           struct procedure_id entry,
                           struct distances *distances) {
  struct callgraph graph;
  callgraph_init(&graph, program, entry);
  for (uint32_t i = 0; i < graph.order.count; i++) {
    const struct procedure *procedure =
        program_procedure(program, graph.order.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count; k++)
      if (procedure->edges.at[k].op.kind == OPERATION_LOAD)
        add_distance(program, &procedure->edges.at[k].op, distances);
  }
  callgraph_release(&graph);
}

static bool is_read(const struct distances *distances, uint64_t offset) {
  return offset > MOST_DISTANCE ||
         bitset_has(&distances->small, (uint32_t)offset);
}

// Guesses

static void guess_fields(const struct program *program,
                         const struct distances *distances,
                         struct variable parameter, struct guess_vec *into) {
  const struct ctype_info *target =
      pointee(program, program_variable(program, parameter)->type);
  for (uint32_t i = 0;
       target && target->kind == CTYPE_STRUCT && i < target->field_count; i++) {
    struct guess guess = {.parameter = parameter,
                          .is_field = true,
                          .offset = target->fields[i].bit_offset / 8,
                          .type = target->fields[i].type};
    uint32_t next = i + 1;
    bool has_length = next < target->field_count &&
                      !target->fields[next].is_bit_field &&
                      is_length(program, target->fields[next].name,
                                target->fields[next].type);
    if (!pointee(program, guess.type) || !is_read(distances, guess.offset) ||
        (!has_length && !is_string(program, guess.type)))
      continue;
    if (has_length) {
      guess.length_type = target->fields[next].type;
      guess.length_offset = target->fields[next].bit_offset / 8;
    }
    guess_vec_push(into, guess);
  }
}

// Does the name of the length say that it is that of another parameter, as in
// (topic, payloadlen, payload)?
static bool is_anothers(const struct program *program,
                        const struct procedure *procedure, uint32_t index) {
  const char *length = name_text(
      program->names,
      program_variable(program, procedure->parameters.at[index + 1])->text);
  bool found = false;
  for (uint32_t i = 0; i < procedure->parameters.count && !found; i++) {
    const struct variable_info *info =
        program_variable(program, procedure->parameters.at[i]);
    const char *name = name_text(program->names, info->text);
    found = i != index && i != index + 1 && *name &&
            pointee(program, info->type) &&
            !strncmp(length, name, strlen(name));
  }
  return found;
}

static void guess_parameter(const struct program *program,
                            const struct distances *distances,
                            const struct procedure *procedure, uint32_t index,
                            struct guess_vec *into) {
  struct guess guess = {.parameter = procedure->parameters.at[index],
                        .index = index};
  guess.type = program_variable(program, guess.parameter)->type;
  bool has_length = false;
  if (index + 1 < procedure->parameters.count) {
    guess.length = procedure->parameters.at[index + 1];
    const struct variable_info *next = program_variable(program, guess.length);
    has_length = is_length(program, next->text, next->type) &&
                 !is_anothers(program, procedure, index);
    guess.length_type = next->type;
  }
  if (!has_length)
    guess.length_type = (struct ctype){0};
  if (pointee(program, guess.type) &&
      (has_length || is_string(program, guess.type)))
    guess_vec_push(into, guess);
  guess_fields(program, distances, guess.parameter, into);
}

static void guess_all(const struct program *program, struct procedure_id entry,
                      struct guess_vec *into) {
  const struct procedure *procedure = program_procedure(program, entry);
  struct distances distances = {0};
  find_distances(program, entry, &distances);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    guess_parameter(program, &distances, procedure, i, into);
  bitset_release(&distances.small);
}

// Edges

static struct term load(struct write_in *w, struct term address,
                        struct ctype type) {
  unsigned width = (unsigned)ctype_bare(w->program->types, type)->bit_size;
  struct name text = intern(w->program->names, "usual");
  struct variable target =
      program_add_variable(w->program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = text,
                                                  .text = text,
                                                  .type = type,
                                                  .owner = w->procedure->self,
                                                  .is_made = true,
                                                  .position = w->position},
                           sort_bits(width));
  struct operation op = {.kind = OPERATION_LOAD};
  op.memory.target = target;
  op.memory.address = address;
  write_in_load(w, op, width / 8);
  return program_term(w->program, target);
}

// So many bytes: none where the length is not positive. What is more than any
// object has makes the execution end, like what is too short.
static struct term bytes_of(const struct write_in *w, const struct guess *guess,
                            struct term length) {
  const struct ctype_info *target = pointee(w->program, guess->type);
  uint64_t element = target->kind == CTYPE_VOID ? 1 : target->bit_size / 8;
  return write_in_bytes(w, length,
                        ctype_is_signed(w->program->types, guess->length_type),
                        element);
}

// On to `end` where the pointer is null.
static void leave_null(struct write_in *w, struct term pointer,
                       struct location_id end) {
  struct term_table *terms = w->program->terms;
  struct term is_null = term_eq(terms, pointer, write_in_number(w, 0));
  write_in_edge(w, end, operation_assume(is_null), UNDEFINED_NONE);
  write_in_step(w, operation_assume(term_not(terms, is_null)));
}

// Null has no length, and is no string.
static void write_guess(struct write_in *w, const struct guess *guess) {
  struct term_table *terms = w->program->terms;
  struct term parameter = program_term(w->program, guess->parameter);
  struct term pointer = parameter, length = {0};
  struct location_id end = write_in_location(w);
  if (guess->is_field) {
    leave_null(w, parameter, end);
    pointer =
        load(w, term_add(terms, parameter, write_in_number(w, guess->offset)),
             guess->type);
    if (guess->length_type.id)
      length = load(
          w,
          term_add(terms, parameter, write_in_number(w, guess->length_offset)),
          guess->length_type);
  } else if (guess->length_type.id) {
    length = program_term(w->program, guess->length);
  }
  leave_null(w, pointer, end);
  if (term_is_none(length))
    write_in_string(w, pointer, true);
  else
    write_in_room(w, pointer, bytes_of(w, guess, length), UNDEFINED_IMPOSSIBLE,
                  (struct name){0});
  write_in_edge(w, end, operation_skip(), UNDEFINED_NONE);
  w->here = end;
}

// An argument says how many elements a parameter has. A field beside a pointer
// says only that there are as many at least: often another one says how many
// there may be.
static void note_size(struct starting *starting, const struct guess *guess) {
  if (guess->length_type.id && !guess->is_field && guess->index < 64)
    starting->sized |= (uint64_t)1 << guess->index;
}

void usual_write(struct program *program, struct procedure_id entry) {
  struct guess_vec guesses = {0};
  struct procedure *procedure = program_procedure(program, entry);
  struct write_in w = {program, procedure, procedure->position, {0}};
  if (program->starting.again == CALLED_NOT)
    guess_all(program, entry, &guesses);
  if (guesses.count) {
    struct location_id body = procedure->entry;
    w.here = procedure->entry = write_in_location(&w);
    for (uint32_t i = 0; i < guesses.count; i++) {
      write_guess(&w, &guesses.at[i]);
      note_size(&program->starting, &guesses.at[i]);
      if (guesses.at[i].length_type.id)
        program->starting.most = weave_largest_input(program);
    }
    write_in_edge(&w, body, operation_skip(), UNDEFINED_NONE);
    procedure_seal(procedure);
    pass_made(program, procedure, "usual inputs");
  }
  guess_vec_release(&guesses);
}

// Texts

static const char *name_of(const struct program *program,
                           const struct guess *guess, uint64_t offset,
                           struct variable variable) {
  const struct ctype_info *target =
      pointee(program, program_variable(program, guess->parameter)->type);
  if (!guess->is_field)
    return name_text(program->names, program_variable(program, variable)->text);
  for (uint32_t i = 0; i < target->field_count; i++)
    if (target->fields[i].bit_offset / 8 == offset)
      return name_text(program->names, target->fields[i].name);
  return "?";
}

bool usual_tell(struct program *program, struct procedure_id entry,
                struct strbuf *into) {
  struct guess_vec guesses = {0};
  if (program->starting.again == CALLED_NOT)
    guess_all(program, entry, &guesses);
  for (uint32_t i = 0; i < guesses.count; i++) {
    const struct guess *guess = &guesses.at[i];
    const char *holder = name_text(
        program->names, program_variable(program, guess->parameter)->text);
    strbuf_format(into, "%s`%s%s%s`", i ? "; " : "",
                  guess->is_field ? holder : "", guess->is_field ? "->" : "",
                  name_of(program, guess, guess->offset, guess->parameter));
    if (guess->length_type.id)
      strbuf_format(
          into, " has as many elements as `%s` says, and at least one",
          name_of(program, guess, guess->length_offset, guess->length));
    else
      strbuf_add(into, " is a string that ends");
  }
  bool has_some = guesses.count > 0;
  guess_vec_release(&guesses);
  return has_some;
}
