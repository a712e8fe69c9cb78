#include "check/rest.h"

#include "program/pass.h"

static bool uses(const struct program *program, const struct operation *op,
                 struct variable variable) {
  struct term_vec terms = {0};
  struct variable_vec variables = {0};
  bool found = false;
  operation_terms(op, &terms);
  program_variables_in(program, terms.at, terms.count, &variables);
  for (uint32_t i = 0; i < variables.count && !found; i++)
    found = variable_equal(variables.at[i], variable);
  term_vec_release(&terms);
  variable_vec_release(&variables);
  return found;
}

static struct operation step_before(struct program *program,
                                    struct procedure *procedure,
                                    bool asks_memory) {
  struct name what =
      intern(program->names, "variable arguments of a function that starts "
                             "alone");
  return asks_memory ? operation_unsupported(what)
                     : operation_havoc(program, &procedure->variadic, 1,
                                       ORIGIN_INPUT, what);
}

// Whatever leads to where the edge starts leads to a step before it.
static void put_before(struct procedure *procedure, struct location_id at,
                       struct position position, struct operation op) {
  struct location_id before = procedure_add_location(procedure, position);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].to.id == at.id)
      procedure->edges.at[i].to = before;
  procedure_add_edge(
      procedure,
      (struct edge){.from = before, .to = at, .position = position, .op = op});
}

void rest_write(struct program *program, struct procedure_id entry,
                bool asks_memory) {
  struct procedure *procedure = program_procedure(program, entry);
  bool is_changed = false;
  if (variable_is_none(procedure->variadic))
    return;
  uint32_t count = procedure->edges.count;
  struct u32_vec found = {0};
  for (uint32_t i = 1; i < count; i++)
    if (uses(program, &procedure->edges.at[i].op, procedure->variadic))
      u32_vec_push(&found, i);
  for (uint32_t i = 0; i < found.count; i++, is_changed = true) {
    const struct edge *edge = &procedure->edges.at[found.at[i]];
    put_before(procedure, edge->from, edge->position,
               step_before(program, procedure, asks_memory));
  }
  u32_vec_release(&found);
  if (is_changed) {
    procedure_seal(procedure);
    pass_made(program, procedure, "variable arguments");
  }
}
