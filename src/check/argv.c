#include "check/argv.h"

#include <string.h>

#include "check/again.h"
#include "check/write_in.h"
#include "program/pass.h"
#include "term/substitute.h"
#include "term/variables.h"

struct main_arguments {
  struct program *program;
  struct procedure *procedure;
  struct term count, elements; // argc, argv
};

static bool mentions(const struct main_arguments *m, struct term t) {
  return !term_is_none(t) && term_mentions(m->program->terms, t, m->elements);
}

static bool assigns(const struct main_arguments *m,
                    const struct operation *op) {
  struct variable_vec targets = {0};
  bool found = false;
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++) {
    struct term target = program_term(m->program, targets.at[i]);
    found |= term_equal(target, m->count) || term_equal(target, m->elements);
  }
  variable_vec_release(&targets);
  return found;
}

static bool is_getopt(const struct main_arguments *m,
                      const struct operation *op) {
  static const char *const routines[] = {"getopt", "getopt_long",
                                         "getopt_long_only"};
  if (!op->call.callee.id)
    return false;
  const struct procedure *callee =
      program_procedure(m->program, op->call.callee);
  const char *name = name_text(m->program->names, callee->name);
  for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
    if (!callee->is_defined && !strcmp(name, routines[i]))
      return true;
  return false;
}

// Does the edge leave argv where it can be followed, and its elements alone?
static bool is_harmless(const struct main_arguments *m,
                        const struct operation *op) {
  struct term_vec terms = {0};
  bool found = false;
  if (assigns(m, op))
    return false;
  operation_terms(op, &terms);
  for (uint32_t i = 0; i < terms.count; i++)
    found |= mentions(m, terms.at[i]);
  term_vec_release(&terms);
  if (!found)
    return true;
  return op->kind == OPERATION_LOAD || op->kind == OPERATION_INVALID ||
         op->kind == OPERATION_ASSUME ||
         (op->kind == OPERATION_CALL && is_getopt(m, op));
}

// How far behind argv the load reads, if it reads an element at all; or none.
static struct term offset_of(const struct main_arguments *m,
                             const struct operation *op) {
  struct term_table *terms = m->program->terms;
  unsigned width = m->program->pointer_width;
  if (op->kind != OPERATION_LOAD || !mentions(m, op->memory.address) ||
      !sort_equal(term_sort(terms, program_term(m->program, op->memory.target)),
                  sort_bits(width)))
    return (struct term){0};
  struct term offset = term_sub(terms, op->memory.address, m->elements);
  return mentions(m, offset) ? (struct term){0} : offset;
}

// Behind the load: null at the number of arguments, not null before it.
static void write_behind(struct main_arguments *m, uint32_t id,
                         struct term offset) {
  struct term_table *terms = m->program->terms;
  unsigned width = m->program->pointer_width;
  struct edge load = m->procedure->edges.at[id];
  struct write_in w = {m->program, m->procedure, load.position, {0}};
  struct term zero = write_in_number(&w, 0);
  struct term end =
      term_binary(terms, OP_MUL, term_resize(terms, width, true, m->count),
                  write_in_number(&w, width / 8));
  struct term is_null =
      term_eq(terms, program_term(m->program, load.op.memory.target), zero);
  struct term is_element =
      term_and(terms, term_compare(terms, OP_ULT, offset, end),
               term_eq(terms,
                       term_binary(terms, OP_UREM, offset,
                                   write_in_number(&w, width / 8)),
                       zero));
  struct term is_end = term_eq(terms, offset, end);
  struct term last = term_or(terms, term_not(terms, is_end), is_null);
  struct term others =
      term_or(terms, term_not(terms, is_element), term_not(terms, is_null));
  w.here = write_in_location(&w);
  m->procedure->edges.at[id].to = w.here;
  write_in_edge(&w, load.to, operation_assume(term_and(terms, last, others)),
                UNDEFINED_NONE);
}

void argv_write(struct program *program, struct procedure_id entry) {
  struct procedure *procedure = program_procedure(program, entry);
  if (procedure->parameters.count < 2 ||
      called_again(program, entry) != CALLED_NOT)
    return;
  struct main_arguments m = {
      program, procedure, program_term(program, procedure->parameters.at[0]),
      program_term(program, procedure->parameters.at[1])};
  bool ok = term_width(program->terms, m.count) == 32 &&
            term_width(program->terms, m.elements) == program->pointer_width;
  uint32_t count = procedure->edges.count;
  for (uint32_t i = 1; i < count && ok; i++)
    ok = is_harmless(&m, &procedure->edges.at[i].op);
  bool is_changed = false;
  for (uint32_t i = 1; i < count && ok; i++) {
    struct term offset = offset_of(&m, &procedure->edges.at[i].op);
    if (term_is_none(offset))
      continue;
    write_behind(&m, i, offset);
    is_changed = true;
  }
  if (!is_changed)
    return;
  procedure_seal(procedure);
  pass_made(program, procedure, "argv");
}
