#include "program/keep.h"

#include "base/memory.h"
#include "program/callgraph.h"

void keep_called(const struct program *program, struct procedure_id entry,
                 uint32_t least, struct bitset *kept) {
  struct callgraph graph;
  uint32_t *calls = memory_new_zero(program->procedures.count, sizeof *calls);
  callgraph_init(&graph, program, entry);
  for (uint32_t i = 0; i < graph.order.count; i++) {
    const struct procedure *p = program_procedure(program, graph.order.at[i]);
    for (uint32_t k = 1; k < p->edges.count; k++) {
      const struct procedure *callee =
          callgraph_callee(program, &p->edges.at[k].op);
      if (callee)
        calls[callee->self.id]++;
    }
  }
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (calls[i] >= least &&
        program->procedures.at[i]->kind == PROCEDURE_FUNCTION)
      bitset_add(kept, i);
  callgraph_release(&graph);
  free(calls);
  callgraph_find_kept(program, entry, kept);
}
