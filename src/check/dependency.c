#include "check/dependency.h"

#include <stdlib.h>

#include "base/memory.h"

struct walk {
  const struct spec *spec;
  struct bitset visited; // procedures
  struct bitset *found;  // abstractions
};

static void visit(struct walk *walk, struct procedure_id id,
                  struct u32_vec *pending) {
  const struct spec_proc *proc = spec_proc_of(walk->spec, id);
  if (proc)
    bitset_add(walk->found, (uint32_t)(proc - walk->spec->procs.at));
  else if (program_procedure(walk->spec->program, id)->is_defined &&
           bitset_add(&walk->visited, id.id))
    u32_vec_push(pending, id.id);
}

static void visit_calls(struct walk *walk, const struct procedure *procedure,
                        struct u32_vec *pending) {
  const struct bitset *taken = &walk->spec->address_taken;
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct operation *op = &procedure->edges.at[i].op;
    if (op->kind != OPERATION_CALL)
      continue;
    if (op->call.callee.id)
      visit(walk, op->call.callee, pending);
    for (uint32_t f = op->call.callee.id ? UINT32_MAX : bitset_next(taken, 0);
         f != UINT32_MAX; f = bitset_next(taken, f + 1))
      visit(walk, (struct procedure_id){f}, pending);
  }
}

static void find_direct(const struct spec *spec, struct procedure_id root,
                        struct bitset *found) {
  struct walk walk = {.spec = spec, .found = found};
  struct u32_vec pending = {0};
  u32_vec_push(&pending, root.id);
  while (pending.count)
    visit_calls(&walk,
                program_procedure(spec->program,
                                  (struct procedure_id){u32_vec_pop(&pending)}),
                &pending);
  bitset_release(&walk.visited);
  u32_vec_release(&pending);
}

// The transitive closure: there are few.
static void close_over(struct dependencies *dependencies) {
  uint32_t count = dependencies->spec->procs.count;
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t i = 0; i < count; i++)
      if (bitset_has(&dependencies->rests_on[i], k))
        bitset_unite(&dependencies->rests_on[i], &dependencies->rests_on[k]);
}

bool dependencies_is_circular(const struct dependencies *dependencies,
                              uint32_t proc) {
  return bitset_has(&dependencies->rests_on[proc], proc);
}

bool dependencies_are_mutual(const struct dependencies *dependencies,
                             uint32_t a, uint32_t b) {
  return bitset_has(&dependencies->rests_on[a], b) &&
         bitset_has(&dependencies->rests_on[b], a);
}

// What it rests on comes first, save what rests on it, too.
static bool is_ready(const struct dependencies *dependencies, uint32_t proc,
                     const struct bitset *done) {
  const struct bitset *needed = &dependencies->rests_on[proc];
  BITSET_EACH (i, needed)
    if (i != proc && !bitset_has(done, i) &&
        !dependencies_are_mutual(dependencies, proc, i))
      return false;
  return true;
}

static void find_order(struct dependencies *dependencies) {
  uint32_t count = dependencies->spec->procs.count;
  struct bitset done = {0};
  while (dependencies->order.count < count)
    for (uint32_t i = 0; i < count; i++)
      if (!bitset_has(&done, i) && is_ready(dependencies, i, &done)) {
        bitset_add(&done, i);
        u32_vec_push(&dependencies->order, i);
      }
  bitset_release(&done);
}

void dependencies_init(struct dependencies *dependencies,
                       const struct spec *spec) {
  *dependencies = (struct dependencies){
      .spec = spec,
      .rests_on = memory_new_zero(spec->procs.count + 1,
                                  sizeof *dependencies->rests_on)};
  for (uint32_t i = 0; i < spec->procs.count; i++) {
    const struct spec_proc *proc = &spec->procs.at[i];
    if (!proc->is_assumed && proc->procedure.id &&
        program_procedure(spec->program, proc->procedure)->is_defined)
      find_direct(spec, proc->procedure, &dependencies->rests_on[i]);
  }
  close_over(dependencies);
  find_order(dependencies);
}

void dependencies_release(struct dependencies *dependencies) {
  for (uint32_t i = 0; i < dependencies->spec->procs.count; i++)
    bitset_release(&dependencies->rests_on[i]);
  free(dependencies->rests_on);
  u32_vec_release(&dependencies->order);
}
