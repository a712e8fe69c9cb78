#include "program/threading.h"

#include "program/pass.h"
#include "term/variables.h"

// A location where a variable is tested and nothing else happens; with a C
// label it may be asked whether it is reached.
struct tested {
  struct term variable;
  uint32_t holds, fails; // edges; 0: there is none
};

static bool is_test(const struct procedure *procedure, uint32_t edge) {
  return procedure->edges.at[edge].op.kind == OPERATION_ASSUME &&
         procedure->edges.at[edge].undefined == UNDEFINED_NONE;
}

static bool find_tested(const struct program *program,
                        const struct procedure *procedure,
                        struct location_id id, struct tested *tested) {
  const struct term_table *terms = program->terms;
  const struct location *location = &procedure->locations.at[id.id];
  *tested = (struct tested){0};
  bool found = location->out_count == 2 && name_is_none(location->label);
  for (uint32_t i = 0; i < location->out_count && found; i++) {
    uint32_t edge = location->first_out + i;
    struct term t = procedure->edges.at[edge].op.assume.condition;
    found = is_test(procedure, edge);
    if (!found)
      break;
    bool is_negative = term_op(terms, t) == OP_NOT;
    struct term inner = is_negative ? term_operand(terms, t, 0) : t;
    found = term_op(terms, inner) == OP_VAR &&
            (!i || term_equal(inner, tested->variable));
    *(is_negative ? &tested->fails : &tested->holds) = edge;
    tested->variable = inner;
  }
  return found && tested->holds && tested->fails;
}

// The value that the edge gives the variable that is tested behind it; none: it
// does something else.
static struct term given_value(const struct program *program,
                               const struct edge *edge,
                               const struct tested *tested) {
  struct term none = {0};
  if (edge->op.kind != OPERATION_ASSIGN || edge->op.assign.count != 1 ||
      !term_equal(program_term(program, edge->op.assign.bindings[0].target),
                  tested->variable))
    return none;
  struct term value = edge->op.assign.bindings[0].value;
  return term_mentions(program->terms, value, tested->variable) ? none : value;
}

static void add_test(struct procedure *made, const struct edge *test,
                     uint32_t number, struct location_id from,
                     struct term condition) {
  struct edge edge = *test;
  edge.from = from;
  edge.op = operation_assume(condition);
  edge.origin = number;
  procedure_add_edge(made, edge);
}

// The tests, behind an edge of its own.
static struct location_id add_tests(struct program *program,
                                    struct procedure *procedure,
                                    const struct edge_vec *old,
                                    const struct tested *tested,
                                    struct term value) {
  struct term_table *terms = program->terms;
  const struct edge *holds = &old->at[tested->holds];
  const struct edge *fails = &old->at[tested->fails];
  struct location_id there = procedure_add_location(procedure, holds->position);
  if (!term_is_false(terms, value))
    add_test(procedure, holds, tested->holds, there, value);
  if (!term_is_true(terms, value))
    add_test(procedure, fails, tested->fails, there, term_not(terms, value));
  return there;
}

// What is tested where an edge leads, if it says what that is.
struct way {
  struct tested tested;
  struct term value; // none: nothing is changed
};

VEC_DEFINE(way_vec, struct way);

static bool find_ways(const struct program *program,
                      const struct procedure *procedure, struct way_vec *ways) {
  bool found = false;
  way_vec_resize(ways, procedure->edges.count);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    struct way *way = &ways->at[i];
    *way = (struct way){0};
    if (edge->op.kind == OPERATION_ASSIGN &&
        find_tested(program, procedure, edge->to, &way->tested))
      way->value = given_value(program, edge, &way->tested);
    found |= !term_is_none(way->value);
  }
  return found;
}

static void rewrite(struct program *program, struct procedure *procedure,
                    const struct way_vec *ways) {
  struct edge_vec old = procedure->edges;
  procedure->edges = (struct edge_vec){0};
  procedure->is_sealed = false;
  edge_vec_resize(&procedure->edges, 1);
  for (uint32_t i = 1; i < old.count; i++) {
    struct edge edge = old.at[i];
    edge.origin = i;
    if (!term_is_none(ways->at[i].value))
      edge.to = add_tests(program, procedure, &old, &ways->at[i].tested,
                          ways->at[i].value);
    procedure_add_edge(procedure, edge);
  }
  edge_vec_release(&old);
  procedure_seal(procedure);
  pass_made(program, procedure, "tests");
}

bool program_thread_tests(struct program *program,
                          struct procedure *procedure) {
  struct way_vec ways = {0};
  bool found = find_ways(program, procedure, &ways);
  if (found)
    rewrite(program, procedure, &ways);
  way_vec_release(&ways);
  return found;
}
