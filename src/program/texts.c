#include "program/texts.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/flow.h"
#include "program/pass.h"
#include "program/ranges.h"

enum {
  MOST_FACTS = 100,    // at a location
  MOST_CONDITIONS = 8, // of these
  MOST_WIDTH = 16,     // of bytes and what is computed from them
  MOST_VISITS = 20000  // of edges
};

enum fact_kind { INSIDE, END, SOME, BYTE, SAME, CONDITION };

// INSIDE: x, y the size, c. END: x the array, y the size. SOME: y. BYTE: x, y
// the array, c, t the byte. SAME: x, y, c. CONDITION: t.
struct text_fact {
  enum fact_kind kind;
  uint32_t x, y; // variables
  uint64_t c;
  struct term t;
};

VEC_DEFINE(text_fact_vec, struct text_fact);

struct walking {
  struct program *program;
  struct term_table *terms;
  struct procedure *procedure;
  const struct propagate_options *options;
  struct bitset indices;    // variables that texts are walked through by
  struct text_fact_vec *at; // by location
  struct bitset reached;    // locations
  struct flow_order order;
  struct bitset pending; // places of the order
  struct text_fact_vec now;
  struct bitset taken;       // edges
  struct variable_vec small; // of few bits
  struct ranges ranges;      // of these
  uint32_t *slot_of;
  uint32_t visits;
};

// Facts

static int compare_facts(struct text_fact a, struct text_fact b) {
  if (a.kind != b.kind)
    return a.kind < b.kind ? -1 : 1;
  if (a.x != b.x)
    return a.x < b.x ? -1 : 1;
  if (a.y != b.y)
    return a.y < b.y ? -1 : 1;
  if (a.c != b.c)
    return a.c < b.c ? -1 : 1;
  return a.t.id < b.t.id ? -1 : a.t.id > b.t.id;
}

static uint64_t masked(const struct walking *w, uint64_t c) {
  return w->program->pointer_width >= 64
             ? c
             : c & (((uint64_t)1 << w->program->pointer_width) - 1);
}

static bool has_fact(const struct walking *w, struct text_fact fact) {
  for (uint32_t i = 0; i < w->now.count; i++)
    if (!compare_facts(w->now.at[i], fact))
      return true;
  return false;
}

static uint32_t count_kind(const struct walking *w, enum fact_kind kind) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->now.count; i++)
    count += w->now.at[i].kind == kind;
  return count;
}

// In order. One that finds no room is not known: nothing is lost but what
// follows from it.
static bool add_fact(struct walking *w, struct text_fact fact) {
  fact.c = masked(w, fact.c);
  if (w->now.count >= MOST_FACTS || has_fact(w, fact) ||
      (fact.kind == CONDITION && count_kind(w, CONDITION) >= MOST_CONDITIONS))
    return false;
  uint32_t i = w->now.count;
  text_fact_vec_push(&w->now, fact);
  for (; i && compare_facts(w->now.at[i - 1], fact) > 0; i--)
    w->now.at[i] = w->now.at[i - 1];
  w->now.at[i] = fact;
  return true;
}

static bool term_mentions(const struct walking *w, struct term t, uint32_t id) {
  struct variable_vec variables = {0};
  bool found = false;
  program_variables_in(w->program, &t, 1, &variables);
  for (uint32_t i = 0; i < variables.count && !found; i++)
    found = variables.at[i].id == id;
  variable_vec_release(&variables);
  return found;
}

static bool names(const struct walking *w, const struct text_fact *fact,
                  uint32_t id) {
  return fact->x == id || fact->y == id ||
         (!term_is_none(fact->t) && term_mentions(w, fact->t, id));
}

static void forget(struct walking *w, struct variable variable) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.count; i++)
    if (!names(w, &w->now.at[i], variable.id))
      w->now.at[kept++] = w->now.at[i];
  w->now.count = kept;
}

// Terms

static bool is_index_width(const struct walking *w, struct term t) {
  return sort_is_bits(term_sort(w->terms, t)) &&
         term_width(w->terms, t) == w->program->pointer_width;
}

// A variable and a number that is added to it.
static bool is_moved(const struct walking *w, struct term t, uint32_t *variable,
                     uint64_t *by) {
  *by = 0;
  if (!is_index_width(w, t))
    return false;
  if (term_op(w->terms, t) == OP_ADD && term_arity(w->terms, t) == 2) {
    bool is_first = term_is_const(w->terms, term_operand(w->terms, t, 0));
    struct term number = term_operand(w->terms, t, !is_first);
    if (!term_is_const(w->terms, number))
      return false;
    *by = (uint64_t)term_value(w->terms, number);
    t = term_operand(w->terms, t, is_first);
  }
  if (term_op(w->terms, t) != OP_VAR)
    return false;
  *variable = program_variable_of(w->program, t).id;
  return *variable != 0;
}

// a[x + c]
static bool is_element(const struct walking *w, struct term t,
                       struct text_fact *byte) {
  if (term_op(w->terms, t) != OP_SELECT || term_width(w->terms, t) != 8)
    return false;
  struct term array = term_operand(w->terms, t, 0);
  if (term_op(w->terms, array) != OP_VAR)
    return false;
  byte->kind = BYTE;
  byte->y = program_variable_of(w->program, array).id;
  return byte->y &&
         is_moved(w, term_operand(w->terms, t, 1), &byte->x, &byte->c);
}

// What a condition says

static bool is_zero(const struct walking *w, struct term t) {
  return term_is_const(w->terms, t) && term_value(w->terms, t) == 0;
}

// x + c <= n - 1, or x + c < n; where n is not 0.
static void learn_inside(struct walking *w, struct term less, struct term more,
                         bool is_strict) {
  struct text_fact fact = {.kind = INSIDE};
  uint64_t by;
  if (!is_moved(w, less, &fact.x, &fact.c) ||
      !is_moved(w, more, &fact.y, &by) || fact.x == fact.y ||
      by != (is_strict ? 0 : masked(w, UINT64_MAX)))
    return;
  if (is_strict || has_fact(w, (struct text_fact){.kind = SOME, .y = fact.y}))
    add_fact(w, fact);
}

static void learn_equal(struct walking *w, struct term a, struct term b,
                        bool holds) {
  struct text_fact byte = {0};
  struct term t = is_zero(w, a) ? b : a;
  uint64_t by;
  uint32_t variable;
  if (!is_zero(w, a) && !is_zero(w, b))
    return;
  if (!holds && is_moved(w, t, &variable, &by) && !by)
    add_fact(w, (struct text_fact){.kind = SOME, .y = variable});
  if (holds && is_element(w, t, &byte) && byte.c == masked(w, UINT64_MAX))
    add_fact(w, (struct text_fact){.kind = END, .x = byte.y, .y = byte.x});
}

static bool is_of_bytes(const struct walking *w, struct term t) {
  struct variable_vec variables = {0};
  program_variables_in(w->program, &t, 1, &variables);
  bool are_small = variables.count != 0 && term_tree_size(w->terms, t) < 60;
  for (uint32_t i = 0; i < variables.count && are_small; i++)
    are_small = w->slot_of[variables.at[i].id] != 0;
  variable_vec_release(&variables);
  return are_small;
}

static void learn_part(struct walking *w, struct term t, bool holds) {
  enum term_op op = term_op(w->terms, t);
  if (is_of_bytes(w, t))
    add_fact(w, (struct text_fact){.kind = CONDITION,
                                   .t = holds ? t : term_not(w->terms, t)});
  if (op == OP_EQ)
    learn_equal(w, term_operand(w->terms, t, 0), term_operand(w->terms, t, 1),
                holds);
  if (op != OP_ULT && op != OP_ULE)
    return;
  struct term a = term_operand(w->terms, t, 0);
  struct term b = term_operand(w->terms, t, 1);
  if (holds)
    learn_inside(w, a, b, op == OP_ULT);
  else
    learn_inside(w, b, a, op == OP_ULE);
}

static void learn(struct walking *w, struct term t, bool holds) {
  enum term_op op = term_op(w->terms, t);
  if (op == OP_NOT) {
    learn(w, term_operand(w->terms, t, 0), !holds);
  } else if (op == (holds ? OP_AND : OP_OR)) {
    for (uint32_t i = 0; i < term_arity(w->terms, t); i++)
      learn(w, term_operand(w->terms, t, i), holds);
  } else {
    learn_part(w, t, holds);
  }
}

// Bytes that are not zero

static bool hold_for_bytes(struct walking *w) {
  for (uint32_t i = 0; i < w->now.count; i++)
    if (w->now.at[i].kind == CONDITION &&
        !ranges_learn(&w->ranges, w->now.at[i].t, true))
      return false;
  return true;
}

static void know_nothing(struct walking *w) {
  for (uint32_t i = 0; i < w->small.count; i++) {
    struct term t = program_term(w->program, w->small.at[i]);
    w->ranges.at[i] = range_any(term_width(w->terms, t));
  }
}

// Zero contradicts what the conditions say.
static bool is_nonzero(struct walking *w, struct term byte) {
  struct variable variable = program_variable_of(w->program, byte);
  uint32_t slot = w->slot_of[variable.id];
  if (!slot)
    return false;
  know_nothing(w);
  bool holds = hold_for_bytes(w);
  w->ranges.at[slot - 1] = (struct range){0, 0};
  return !holds || !hold_for_bytes(w) || !hold_for_bytes(w);
}

static bool step_inside(struct walking *w, const struct text_fact *byte) {
  bool is_new = false;
  for (uint32_t i = 0; i < w->now.count; i++) {
    struct text_fact end = w->now.at[i];
    if (end.kind != END || end.x != byte->y)
      continue;
    struct text_fact here = {INSIDE, byte->x, end.y, byte->c, {0}};
    struct text_fact next = {INSIDE, byte->x, end.y, byte->c + 1, {0}};
    next.c = masked(w, next.c);
    if (has_fact(w, here) && !has_fact(w, next) && is_nonzero(w, byte->t))
      is_new |= add_fact(w, next);
  }
  return is_new;
}

// x == y + c, and one of them is inside.
static bool step_same(struct walking *w, struct text_fact same) {
  bool is_new = false;
  struct text_fact_vec known = {0};
  text_fact_vec_append(&known, w->now.at, w->now.count);
  for (uint32_t i = 0; i < known.count; i++) {
    struct text_fact fact = known.at[i];
    if (fact.kind != INSIDE || (fact.x != same.x && fact.x != same.y))
      continue;
    fact.c = fact.x == same.y ? fact.c - same.c : fact.c + same.c;
    fact.x = fact.x == same.y ? same.x : same.y;
    is_new |= add_fact(w, fact);
  }
  text_fact_vec_release(&known);
  return is_new;
}

static void conclude(struct walking *w) {
  bool is_new = true;
  while (is_new) {
    struct text_fact_vec known = {0};
    text_fact_vec_append(&known, w->now.at, w->now.count);
    is_new = false;
    for (uint32_t i = 0; i < known.count; i++)
      if (known.at[i].kind == BYTE)
        is_new |= step_inside(w, &known.at[i]);
      else if (known.at[i].kind == SAME)
        is_new |= step_same(w, known.at[i]);
    text_fact_vec_release(&known);
  }
}

// Edges

// What is inside, as literals, contradicts the condition.
static bool is_excluded(struct walking *w, struct term condition) {
  struct term_vec facts = {0};
  for (uint32_t i = 0; i < w->now.count; i++) {
    const struct text_fact *fact = &w->now.at[i];
    if (fact->kind != INSIDE || !term_mentions(w, condition, fact->x) ||
        !term_mentions(w, condition, fact->y))
      continue;
    struct term x = program_term(w->program, (struct variable){fact->x});
    struct term n = program_term(w->program, (struct variable){fact->y});
    unsigned width = term_width(w->terms, n);
    struct term at =
        term_add(w->terms, x, term_const(w->terms, width, fact->c));
    struct term last = term_sub(w->terms, n, term_const(w->terms, width, 1));
    term_vec_push(&facts, term_compare(w->terms, OP_ULE, at, last));
    term_vec_push(&facts, term_compare(w->terms, OP_ULT, at, n));
    term_vec_push(&facts, term_nonzero(w->terms, n));
  }
  know_nothing(w);
  bool excluded = facts.count && !ranges_agree(&w->ranges, &facts, condition);
  term_vec_release(&facts);
  return excluded;
}

static bool test(struct walking *w, struct term condition) {
  if (is_excluded(w, condition))
    return false;
  learn(w, condition, true);
  learn(w, condition, true); // that a size is not 0 may be said later
  conclude(w);
  return true;
}

// All facts about the variable follow it: it is `by` more than it was.
static void move(struct walking *w, uint32_t variable, uint64_t by) {
  struct text_fact_vec old = {0};
  text_fact_vec_append(&old, w->now.at, w->now.count);
  forget(w, (struct variable){variable});
  for (uint32_t i = 0; i < old.count; i++) {
    struct text_fact fact = old.at[i];
    bool is_first = fact.x == variable && fact.y != variable &&
                    (fact.kind == INSIDE || fact.kind == BYTE);
    bool is_same =
        fact.kind == SAME && (fact.x == variable) != (fact.y == variable);
    if (is_same)
      fact.c += fact.x == variable ? by : -by;
    else if (is_first)
      fact.c -= by;
    if (is_same || is_first)
      add_fact(w, fact);
  }
  text_fact_vec_release(&old);
}

// It is `by` more than another variable.
static void copy(struct walking *w, uint32_t variable, uint32_t from,
                 uint64_t by) {
  struct text_fact_vec old = {0};
  forget(w, (struct variable){variable});
  text_fact_vec_append(&old, w->now.at, w->now.count);
  for (uint32_t i = 0; i < old.count; i++) {
    struct text_fact fact = old.at[i];
    if ((fact.kind != INSIDE && fact.kind != BYTE) || fact.x != from)
      continue;
    fact.x = variable;
    fact.c -= by;
    add_fact(w, fact);
  }
  add_fact(w, (struct text_fact){SAME, variable, from, by, {0}});
  text_fact_vec_release(&old);
}

// A number is inside of each text in which it is the first byte.
static void begin(struct walking *w, uint32_t variable, uint64_t number) {
  struct text_fact_vec old = {0};
  forget(w, (struct variable){variable});
  text_fact_vec_append(&old, w->now.at, w->now.count);
  for (uint32_t i = 0; i < old.count; i++)
    if (old.at[i].kind == SOME && bitset_has(&w->indices, variable))
      add_fact(w,
               (struct text_fact){INSIDE, variable, old.at[i].y, -number, {0}});
  text_fact_vec_release(&old);
}

static void copy_byte(struct walking *w, struct variable variable,
                      struct term from) {
  struct text_fact_vec old = {0};
  forget(w, variable);
  text_fact_vec_append(&old, w->now.at, w->now.count);
  for (uint32_t i = 0; i < old.count; i++)
    if (old.at[i].kind == BYTE && term_equal(old.at[i].t, from)) {
      old.at[i].t = program_term(w->program, variable);
      add_fact(w, old.at[i]);
    }
  text_fact_vec_release(&old);
}

static void assign_one(struct walking *w, struct variable variable,
                       struct term value) {
  struct text_fact byte = {.t = program_term(w->program, variable)};
  uint32_t from;
  uint64_t by;
  if (is_moved(w, value, &from, &by)) {
    if (from == variable.id)
      move(w, from, by);
    else
      copy(w, variable.id, from, by);
  } else if (is_index_width(w, value) && term_is_const(w->terms, value)) {
    begin(w, variable.id, (uint64_t)term_value(w->terms, value));
  } else if (is_element(w, value, &byte) && byte.x != variable.id) {
    forget(w, variable);
    add_fact(w, byte);
  } else if (term_op(w->terms, value) == OP_VAR && w->slot_of[variable.id]) {
    copy_byte(w, variable, value);
  } else {
    forget(w, variable);
  }
}

// One after the other where none reads what another one writes.
static void assign(struct walking *w, const struct operation *op) {
  bool is_apart = true;
  for (uint32_t i = 0; i < op->assign.count; i++)
    for (uint32_t k = 0; k < op->assign.count && is_apart; k++)
      is_apart = i == k || !term_mentions(w, op->assign.bindings[i].value,
                                       op->assign.bindings[k].target.id);
  for (uint32_t i = 0; i < op->assign.count; i++)
    if (is_apart)
      assign_one(w, op->assign.bindings[i].target,
                 op->assign.bindings[i].value);
    else
      forget(w, op->assign.bindings[i].target);
}

// The call may write to it: all that is no memory of our own.
static void call(struct walking *w, const struct operation *op) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->now.count; i++) {
    struct text_fact fact = w->now.at[i];
    struct variable_vec variables = {0};
    bool is_lost = false;
    if (fact.x)
      variable_vec_push(&variables, (struct variable){fact.x});
    if (fact.y)
      variable_vec_push(&variables, (struct variable){fact.y});
    if (!term_is_none(fact.t))
      program_variables_in(w->program, &fact.t, 1, &variables);
    for (uint32_t k = 0; k < variables.count && !is_lost; k++)
      is_lost = !(w->options->memory &&
                  bitset_has(w->options->memory, variables.at[k].id)) &&
                call_can_write(w->program, op, variables.at[k]);
    if (!is_lost)
      w->now.at[kept++] = fact;
    variable_vec_release(&variables);
  }
  w->now.count = kept;
}

static bool step(struct walking *w, uint32_t id) {
  const struct operation *op = &w->procedure->edges.at[id].op;
  struct variable_vec targets = {0};
  switch (op->kind) {
  case OPERATION_ASSUME: return test(w, op->assume.condition);
  case OPERATION_ASSIGN: assign(w, op); return true;
  case OPERATION_CALL: call(w, op); break;
  default: break;
  }
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < targets.count; i++)
    if (!variable_is_none(targets.at[i]))
      forget(w, targets.at[i]);
  variable_vec_release(&targets);
  return true;
}

// Solving

// What both have.
static bool meet(struct text_fact_vec *into, const struct text_fact_vec *with) {
  uint32_t kept = 0, k = 0, before = into->count;
  for (uint32_t i = 0; i < before; i++) {
    while (k < with->count && compare_facts(with->at[k], into->at[i]) < 0)
      k++;
    if (k < with->count && !compare_facts(with->at[k], into->at[i]))
      into->at[kept++] = into->at[i];
  }
  into->count = kept;
  return kept != before;
}

static void arrive(struct walking *w, uint32_t location) {
  bool is_new = bitset_add(&w->reached, location);
  if (is_new)
    text_fact_vec_append(&w->at[location], w->now.at, w->now.count);
  else
    is_new = meet(&w->at[location], &w->now);
  if (is_new)
    bitset_add(&w->pending, w->order.place[location]);
}

static void leave(struct walking *w, uint32_t location) {
  const struct location *from =
      procedure_location(w->procedure, (struct location_id){location});
  for (uint32_t k = 0; k < from->out_count; k++) {
    uint32_t id = from->first_out + k;
    w->visits++;
    text_fact_vec_clear(&w->now);
    text_fact_vec_append(&w->now, w->at[location].at, w->at[location].count);
    if (!step(w, id))
      continue;
    bitset_add(&w->taken, id);
    arrive(w, w->procedure->edges.at[id].to.id);
  }
}

static bool solve(struct walking *w) {
  arrive(w, w->procedure->entry.id);
  for (uint32_t place = bitset_next(&w->pending, 0); place != UINT32_MAX;
       place = bitset_next(&w->pending, 0)) {
    if (w->visits > MOST_VISITS)
      return false;
    bitset_remove(&w->pending, place);
    leave(w, w->order.locations[place]);
  }
  return true;
}

// What is looked at

static void find_indices(struct walking *w, struct term t) {
  struct text_fact byte = {0};
  if (is_element(w, t, &byte))
    bitset_add(&w->indices, byte.x);
}

static void find_sources(struct walking *w, bool *is_new) {
  for (uint32_t i = 1; i < w->procedure->edges.count; i++) {
    const struct operation *op = &w->procedure->edges.at[i].op;
    uint32_t from;
    uint64_t by;
    for (uint32_t k = 0; op->kind == OPERATION_ASSIGN && k < op->assign.count;
         k++)
      if (bitset_has(&w->indices, op->assign.bindings[k].target.id) &&
          is_moved(w, op->assign.bindings[k].value, &from, &by))
        *is_new |= bitset_add(&w->indices, from);
  }
}

static void add_small(struct walking *w, struct variable variable) {
  struct term t = program_term(w->program, variable);
  if (w->slot_of[variable.id] || !sort_is_bits(term_sort(w->terms, t)) ||
      term_width(w->terms, t) > MOST_WIDTH)
    return;
  variable_vec_push(&w->small, variable);
  w->slot_of[variable.id] = w->small.count;
}

static void look(struct walking *w) {
  struct variable_vec named = {0};
  for (uint32_t i = 1; i < w->procedure->edges.count; i++) {
    const struct operation *op = &w->procedure->edges.at[i].op;
    variable_vec_clear(&named);
    program_variables_read(w->program, op, &named);
    operation_targets(op, &named);
    for (uint32_t k = 0; k < named.count; k++)
      if (!variable_is_none(named.at[k]))
        add_small(w, named.at[k]);
    for (uint32_t k = 0; op->kind == OPERATION_ASSIGN && k < op->assign.count;
         k++)
      find_indices(w, op->assign.bindings[k].value);
  }
  variable_vec_release(&named);
  for (bool is_new = true; is_new;) {
    is_new = false;
    find_sources(w, &is_new);
  }
  w->ranges.at = memory_new_zero(w->small.count + 1, sizeof *w->ranges.at);
}

// Writing it down

static bool is_worthwhile(const struct walking *w) {
  for (uint32_t i = 1; i < w->procedure->edges.count; i++)
    if (!bitset_has(&w->taken, i))
      return true;
  return false;
}

static void rewrite(struct walking *w) {
  struct edge_vec old = w->procedure->edges;
  w->procedure->edges = (struct edge_vec){0};
  w->procedure->is_sealed = false;
  edge_vec_resize(&w->procedure->edges, 1);
  for (uint32_t i = 1; i < old.count; i++) {
    struct edge edge = old.at[i];
    edge.origin = i;
    if (bitset_has(&w->taken, i))
      procedure_add_edge(w->procedure, edge);
  }
  edge_vec_release(&old);
  procedure_seal(w->procedure);
  pass_made(w->program, w->procedure, "texts");
}

static void release(struct walking *w, uint32_t locations) {
  for (uint32_t i = 0; i < locations; i++)
    text_fact_vec_release(&w->at[i]);
  flow_order_release(&w->order);
  text_fact_vec_release(&w->now);
  variable_vec_release(&w->small);
  bitset_release(&w->indices);
  bitset_release(&w->reached);
  bitset_release(&w->pending);
  bitset_release(&w->taken);
  free(w->ranges.at);
  free(w->slot_of);
  free(w->at);
}

bool program_walk_texts(struct program *program, struct procedure *procedure,
                        const struct propagate_options *options) {
  uint32_t locations = procedure->locations.count;
  struct walking w = {
      .program = program,
      .terms = program->terms,
      .procedure = procedure,
      .options = options,
      .slot_of = memory_new_zero(program->variables.count, sizeof(uint32_t)),
      .at = memory_new_zero(locations, sizeof *w.at)};
  w.ranges = (struct ranges){.program = program, .slot_of = w.slot_of};
  look(&w);
  bool is_done = !bitset_is_empty(&w.indices);
  flow_order_init(&w.order, procedure, NULL, NULL);
  is_done = is_done && solve(&w) && is_worthwhile(&w);
  if (is_done)
    rewrite(&w);
  release(&w, locations);
  return is_done;
}
