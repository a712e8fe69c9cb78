// Where rows are decided (visit.h).
#include <string.h>

#include "cegar/visiting.h"
#include "program/flow.h"

static bool is_of_row(const struct check_target *row,
                      const struct check_target *target) {
  return row->kind == target->kind &&
         row->procedure.id == target->procedure.id &&
         name_equal(row->text, target->text) &&
         is_same_place(row->position, target->position);
}

static void add_place(struct visiting *visiting, struct visit_place added) {
  for (uint32_t i = 0; i < visiting->places.count; i++) {
    const struct visit_place *place = &visiting->places.at[i];
    if (place->procedure.id == added.procedure.id &&
        place->from.id == added.from.id &&
        place->location.id == added.location.id && place->row == added.row)
      return;
  }
  visit_place_vec_push(&visiting->places, added);
}

static void add_location(struct visiting *visiting,
                         struct procedure_id procedure,
                         struct location_id location, uint32_t row) {
  add_place(visiting, (struct visit_place){.procedure = procedure,
                                           .location = location,
                                           .row = row});
}

// What follows an edge may also be reached otherwise.
static void add_exit(struct visiting *visiting, struct procedure_id procedure,
                     const struct edge *edge, uint32_t row) {
  bitset_add(&visiting->exits, visiting->first[procedure.id] + edge->from.id);
  add_place(visiting, (struct visit_place){.procedure = procedure,
                                           .from = edge->from,
                                           .location = edge->to,
                                           .row = row});
}

static bool is_assertion(const struct visiting *visiting, uint32_t row) {
  static const char start[] = "assert(";
  const char *text = name_text(visiting->program->names,
                               visiting->question->rows->at[row].text);
  return !strncmp(text, start, strlen(start));
}

// Does one of the branches at a location lead to what violates another row that
// came out of the same macro?
static bool tests_another(const struct visiting *visiting,
                          const struct procedure *procedure,
                          struct location_id at, uint32_t row) {
  const struct visit_question *question = visiting->question;
  const struct location *location = procedure_location(procedure, at);
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct location *next = procedure_location(
        procedure, procedure->edges.at[location->first_out + i].to);
    if (!next->out_count)
      continue;
    struct check_target target =
        target_of(visiting->program, &question->options->rules, procedure,
                  &procedure->edges.at[next->first_out]);
    if (target.kind != TARGET_NONE &&
        is_same_place(target.position, question->rows->at[row].position) &&
        !is_of_row(&question->rows->at[row], &target))
      return true;
  }
  return false;
}

// The tests of an assertion are all at its position. Those that lead to
// `location`, which is one of them, are added.
static void find_tests(const struct visiting *visiting,
                       const struct procedure *procedure,
                       const struct flow_into *into,
                       struct location_id location, uint32_t row,
                       struct bitset *tests) {
  struct position position = visiting->question->rows->at[row].position;
  if (!bitset_add(tests, location.id))
    return;
  for (uint32_t i = into->first[location.id + 1];
       i-- > into->first[location.id];) {
    const struct edge *edge = &procedure->edges.at[into->at[i]];
    if (is_same_place(edge->position, position) &&
        !tests_another(visiting, procedure, edge->from, row))
      find_tests(visiting, procedure, into, edge->from, row, tests);
  }
}

// An assertion is decided where its tests are left, to what violates it or to
// what follows: a condition that nobody gets to the end of decides nothing.
static void find_outcomes(struct visiting *visiting,
                          const struct procedure *procedure,
                          const struct flow_into *into,
                          const struct edge *violation, uint32_t row) {
  struct bitset tests = {0};
  find_tests(visiting, procedure, into, violation->from, row, &tests);
  add_location(visiting, procedure->self, violation->from, row);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (edge != violation && edge->undefined == UNDEFINED_NONE &&
        bitset_has(&tests, edge->from.id) && !bitset_has(&tests, edge->to.id))
      add_exit(visiting, procedure->self, edge, row);
  }
  bitset_release(&tests);
}

static bool is_never_taken(const struct program *program,
                           const struct edge *edge) {
  return edge->op.kind == OPERATION_ASSUME &&
         term_is_false(program->terms, edge->op.assume.condition);
}

// Is it decided there how to go on? Of an operation by its being defined: what
// ends it has a second edge that nothing takes. Of a call or a label by a
// condition of the program, which the compiler may have decided; that something
// before it is defined is none.
static bool is_branch(const struct program *program,
                      const struct procedure *procedure,
                      const struct location *location, bool is_operation) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge = &procedure->edges.at[location->first_out + i];
    count += is_operation ? !is_never_taken(program, edge)
                          : edge->undefined == UNDEFINED_NONE;
  }
  return count > 1;
}

// A violation whose decision is looked for.
struct deciding {
  const struct procedure *procedure;
  const struct flow_into *into;
  const struct edge *violation;
  uint32_t row;
};

// Back from a violation to where it is decided: the last branch before it. If
// there is none, coming to it is what counts.
static void find_decision(struct visiting *visiting,
                          const struct deciding *deciding,
                          struct location_id location, uint32_t depth) {
  enum { DEPTH = 50 };
  const struct procedure *procedure = deciding->procedure;
  const struct flow_into *into = deciding->into;
  bool is_operation = deciding->violation->undefined != UNDEFINED_NONE;
  if (is_branch(visiting->program, procedure,
                procedure_location(procedure, location), is_operation)) {
    add_location(visiting, procedure->self, location, deciding->row);
    return;
  }
  if (location.id == procedure->entry.id || depth == DEPTH ||
      into->first[location.id] == into->first[location.id + 1]) {
    add_location(visiting, procedure->self,
                 is_operation ? location : deciding->violation->from,
                 deciding->row);
    return;
  }
  for (uint32_t i = into->first[location.id + 1];
       i-- > into->first[location.id];)
    find_decision(visiting, deciding, procedure->edges.at[into->at[i]].from,
                  depth + 1);
}

bool visiting_has_place(const struct visiting *visiting, uint32_t row) {
  for (uint32_t i = 0; i < visiting->places.count; i++)
    if (visiting->places.at[i].row == row)
      return true;
  return false;
}

// What an access violates is not in the program yet: the operation is.
static void place_accesses(struct visiting *visiting,
                           const struct procedure *procedure) {
  const struct check_target_vec *rows = visiting->question->rows;
  for (uint32_t r = 0; r < rows->count; r++) {
    if (rows->at[r].procedure.id != procedure->self.id ||
        visiting_has_place(visiting, r))
      continue;
    for (uint32_t i = 1; i < procedure->edges.count; i++)
      if (is_same_place(procedure->edges.at[i].position, rows->at[r].position))
        add_location(visiting, procedure->self, procedure->edges.at[i].from, r);
  }
}

void visiting_find_places(struct visiting *visiting) {
  const struct visit_question *question = visiting->question;
  for (uint32_t p = 1; p < visiting->procedures; p++) {
    const struct procedure *procedure = visiting->program->procedures.at[p];
    if (!procedure->is_defined)
      continue;
    struct flow_into into;
    flow_into_init(&into, procedure);
    for (uint32_t i = 1; i < procedure->edges.count; i++) {
      const struct edge *edge = &procedure->edges.at[i];
      struct check_target target = target_of(
          visiting->program, &question->options->rules, procedure, edge);
      for (uint32_t r = 0;
           target.kind != TARGET_NONE && r < question->rows->count; r++)
        if (is_of_row(&question->rows->at[r], &target)) {
          if (is_assertion(visiting, r))
            find_outcomes(visiting, procedure, &into, edge, r);
          else
            find_decision(visiting,
                          &(struct deciding){procedure, &into, edge, r},
                          edge->from, 0);
        }
    }
    place_accesses(visiting, procedure);
    flow_into_release(&into);
  }
}

void visiting_place_actions(struct visiting *visiting,
                            const struct procedure *procedure,
                            const struct weaving *weaving,
                            const struct bitset *actions) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    const struct edge *edge = &procedure->edges.at[i];
    if (edge->op.kind != OPERATION_PERFORM)
      continue;
    const struct performed *performed =
        &weaving->performed.at[edge->op.perform.number];
    if (performed->kind == PERFORMED_ACTION &&
        bitset_has(actions, performed->action.id))
      add_location(visiting, procedure->self, edge->from, 0);
  }
}
