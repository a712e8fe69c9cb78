#include "program/relax.h"

#include "program/pass.h"

// The edge that goes on, from where this one leads to the undefined outcome; or
// null.
static const struct edge *sibling_of(const struct procedure *procedure,
                                     const struct edge *edge) {
  const struct location *from = procedure_location(procedure, edge->from);
  for (uint32_t i = 0; i < from->out_count; i++) {
    const struct edge *other = &procedure->edges.at[from->first_out + i];
    if (other->undefined == UNDEFINED_NONE)
      return other;
  }
  return NULL;
}

// A condition leads where the other one does. A check of an access is none any
// more.
static void relax_edge(const struct program *program,
                       const struct procedure *procedure, struct edge *edge) {
  const struct edge *sibling = sibling_of(procedure, edge);
  if (!sibling)
    return;
  if (edge->op.kind == OPERATION_INVALID)
    edge->op = operation_assume(term_false(program->terms));
  else if (edge->op.kind != OPERATION_ASSUME)
    return;
  edge->to = sibling->to;
  edge->undefined = UNDEFINED_NONE;
}

void program_relax(struct program *program) {
  for (uint32_t p = 1; p < program->procedures.count; p++) {
    struct procedure *procedure = program->procedures.at[p];
    struct edge_vec relaxed = {0};
    edge_vec_append(&relaxed, procedure->edges.at, procedure->edges.count);
    for (uint32_t i = 1; procedure->is_defined && i < relaxed.count; i++)
      if (relaxed.at[i].undefined != UNDEFINED_NONE)
        relax_edge(program, procedure, &relaxed.at[i]);
    for (uint32_t i = 1; i < relaxed.count; i++)
      procedure->edges.at[i] = relaxed.at[i];
    edge_vec_release(&relaxed);
  }
  pass_done(program, "relax");
}
