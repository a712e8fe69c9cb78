#include "check/again.h"

#include "pointsto/resolve.h"
#include "program/callgraph.h"

struct walk {
  const struct program *program;
  struct procedure_id_vec open; // reached; those before `next` were looked at
  struct bitset reached;
  struct procedure_id asked;
  enum called_again found;
  bool calls_pointers;
};

static void reach(struct walk *walk, struct procedure_id id) {
  if (id.id && !bitset_has(&walk->reached, id.id) &&
      program_procedure(walk->program, id)->is_defined) {
    bitset_add(&walk->reached, id.id);
    procedure_id_vec_push(&walk->open, id);
  }
}

static void look_at(struct walk *walk, const struct procedure *procedure) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind != OPERATION_CALL)
      continue;
    if (op->call.callee.id == walk->asked.id && walk->found < CALLED_BY_NAME)
      walk->found = CALLED_BY_NAME;
    walk->calls_pointers |= !op->call.callee.id;
    reach(walk, op->call.callee);
  }
}

static void follow_pointers(struct walk *walk) {
  struct taken_functions taken;
  taken_functions_init(&taken, walk->program);
  for (uint32_t i = 0; i < taken.functions.count; i++) {
    struct procedure_id id = taken.functions.at[i];
    if (id.id == walk->asked.id)
      walk->found = CALLED_BY_POINTER;
    reach(walk, id);
  }
  taken_functions_release(&taken);
}

enum called_again called_again(const struct program *program,
                               struct procedure_id procedure) {
  struct walk walk = {.program = program, .asked = procedure};
  bool has_followed = false;
  reach(&walk, procedure);
  for (uint32_t next = 0; next < walk.open.count; next++) {
    look_at(&walk, program_procedure(program, walk.open.at[next]));
    if (walk.calls_pointers && !has_followed)
      follow_pointers(&walk);
    has_followed |= walk.calls_pointers;
  }
  bitset_release(&walk.reached);
  procedure_id_vec_release(&walk.open);
  return walk.found;
}
