// Pointers copied in pieces: loops that move bytes or halves.
//
// Narrow values carry no pointers (values.c), so a loop that copies an object
// byte by byte would lose what it holds. Such loops are found by their shape:
// within one procedure, what narrow loads read goes through variables alone
// into narrow stores. They are followed, as copies at any offset, when the
// loads may read bytes of a pointer in an object whose size we know. Objects of
// unknown size are arenas and buffers more often than not, where everything
// holds everything: there it is an assumption that pointers are copied whole,
// and the figures say how often it is made.
#include <stdlib.h>

#include "base/memory.h"
#include "pointsto/analysis.h"

// Classes of narrow variables that are copied into each other, by slot.
struct class {
  uint32_t parent; // itself for a representative, which has the rest
  bool is_read;    // a load gives it its value
  bool is_written; // a store takes it
  uint32_t loads;  // nodes of the addresses
  uint32_t stores;
};

struct finder {
  struct points_to *analysis;
  const struct procedure *procedure;
  struct class *classes;
  uint32_t count;
};

static struct class *find_class(struct finder *finder, uint32_t slot) {
  struct class *classes = finder->classes;
  while (classes[slot].parent != slot)
    slot = classes[slot].parent = classes[classes[slot].parent].parent;
  return &classes[slot];
}

// The class of the narrow variable that a value is a plain copy of, or null.
static struct class *class_of(struct finder *finder, struct term t) {
  const struct program *program = finder->analysis->program;
  const struct term_table *terms = program->terms;
  enum term_op op = term_op(terms, t);
  while (op == OP_ZEXT || op == OP_SEXT || op == OP_EXTRACT) {
    t = term_operand(terms, t, 0);
    op = term_op(terms, t);
  }
  if (op != OP_VAR || !sort_is_bits(term_sort(terms, t)) ||
      term_width(terms, t) >= finder->analysis->word * 8)
    return NULL;
  struct variable variable = program_variable_of(program, t);
  if (variable_is_none(variable))
    return NULL;
  const struct variable_info *info = program_variable(program, variable);
  bool is_own = info->owner.id == finder->procedure->frame.id;
  return is_own ? find_class(finder, info->slot) : NULL;
}

static void unite(struct finder *finder, const struct operation *op) {
  const struct program *program = finder->analysis->program;
  for (uint32_t i = 0; i < op->assign.count; i++) {
    const struct binding *binding = &op->assign.bindings[i];
    struct class *from = class_of(finder, binding->value);
    struct class *to = class_of(finder, program_term(program, binding->target));
    if (from && to)
      from->parent = to->parent;
  }
}

// The class that an access reads into or writes from, or null.
static struct class *accessed(struct finder *finder,
                              const struct operation *op) {
  if (op->kind == OPERATION_LOAD)
    return class_of(finder,
                    program_term(finder->analysis->program, op->memory.target));
  return op->kind == OPERATION_STORE ? class_of(finder, op->memory.value)
                                     : NULL;
}

static void mark(struct finder *finder, const struct operation *op) {
  struct class *class = accessed(finder, op);
  if (class && op->kind == OPERATION_LOAD)
    class->is_read = true;
  else if (class)
    class->is_written = true;
}

static void add_address(struct finder *finder, const struct operation *op) {
  struct inclusion *system = finder->analysis->system;
  struct class *class = accessed(finder, op);
  if (!class || !class->is_read || !class->is_written)
    return;
  uint32_t *node = op->kind == OPERATION_LOAD ? &class->loads : &class->stores;
  if (!*node)
    *node = inclusion_add_node(system);
  inclusion_flow(system, analysis_value(finder->analysis, op->memory.address),
                 *node);
}

static void visit(struct finder *finder,
                  void (*action)(struct finder *, const struct operation *),
                  bool wants_assignments) {
  for (uint32_t i = 1; i < finder->procedure->edges.count; i++) {
    const struct operation *op = &finder->procedure->edges.at[i].op;
    if ((op->kind == OPERATION_ASSIGN) == wants_assignments)
      action(finder, op);
  }
}

void analysis_find_pieces(struct points_to *analysis,
                          const struct procedure *procedure) {
  const struct procedure *frame =
      program_procedure(analysis->program, procedure->frame);
  struct finder finder = {analysis, procedure, NULL, frame->variables.count};
  finder.classes = memory_new_zero(finder.count + 1, sizeof *finder.classes);
  for (uint32_t i = 0; i < finder.count; i++)
    finder.classes[i].parent = i;
  visit(&finder, unite, true);
  visit(&finder, mark, false);
  visit(&finder, add_address, false);
  for (uint32_t i = 0; i < finder.count; i++)
    if (finder.classes[i].loads && finder.classes[i].stores)
      piecewise_vec_push(
          &analysis->pieces,
          (struct piecewise){procedure->self, finder.classes[i].loads,
                             finder.classes[i].stores, false, false});
  free(finder.classes);
}

// Following

// Whether a byte at the place may belong to a pointer.
static bool holds_pointers(const struct points_to *analysis,
                           struct inclusion_place place) {
  struct sparse_set contents = {0};
  inclusion_contents(analysis->system, place, &contents);
  bool is_empty = sparse_set_is_empty(&contents);
  sparse_set_release(&contents);
  return !is_empty;
}

// Sets is_assumed when only objects of unknown size are in question.
static bool must_follow(const struct points_to *analysis,
                        struct piecewise *piecewise) {
  const struct sparse_set *places =
      inclusion_places(analysis->system, piecewise->from);
  bool found = false;
  for (uint32_t p = sparse_set_next(places, 0); p != UINT32_MAX && !found;
       p = sparse_set_next(places, p + 1)) {
    struct inclusion_place place = inclusion_place(analysis->system, p);
    if (place.object == INCLUSION_UNKNOWN || !holds_pointers(analysis, place))
      continue;
    found = inclusion_layout(analysis->system, place.object)->has_size;
    piecewise->is_assumed |= !found;
  }
  return found;
}

bool analysis_settle_pieces(struct points_to *analysis) {
  bool changed = false;
  for (uint32_t i = 0; i < analysis->pieces.count; i++) {
    struct piecewise *piecewise = &analysis->pieces.at[i];
    if (piecewise->is_followed || !must_follow(analysis, piecewise))
      continue;
    piecewise->is_followed = true;
    changed = true;
    uint32_t from = analysis_blurred(analysis, piecewise->from);
    inclusion_copy(analysis->system, analysis_blurred(analysis, piecewise->to),
                   from, 0, 1);
  }
  return changed;
}
