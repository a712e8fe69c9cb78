#include "threads/twins.h"

#include "base/map.h"

NUMBER_MAP_DEFINE(renaming, uint32_t, uint32_t);

// Two threads, as they are compared.
struct comparison {
  const struct crew *crew;
  uint32_t one, other;
  struct renaming variables, back; // of one to those of the other, and back
  struct renaming places, places_back;
  struct u32_vec open; // places of one whose edges are not compared yet
};

// ---- Names ------------------------------------------------------------------

// The same every time, both ways. True when it is.
static bool pair(struct renaming *to, struct renaming *back, uint32_t a,
                 uint32_t b) {
  uint32_t *known = renaming_find(to, a), *known_back = renaming_find(back, b);
  if (known || known_back)
    return known && known_back && *known == b && *known_back == a;
  renaming_put(to, a, b);
  renaming_put(back, b, a);
  return true;
}

static bool same_variable(struct comparison *c, struct variable a,
                          struct variable b) {
  const struct program *program = c->crew->program;
  if (variable_is_none(a) || variable_is_none(b))
    return variable_equal(a, b);
  bool is_address = program_variable(program, a)->kind == VARIABLE_ADDRESS ||
                    program_variable(program, b)->kind == VARIABLE_ADDRESS;
  return (!is_address || variable_equal(a, b)) &&
         pair(&c->variables, &c->back, a.id, b.id);
}

static bool same_place(struct comparison *c, uint32_t a, uint32_t b) {
  const struct crew *crew = c->crew;
  if (a == crew->exit || a == crew->undefined || b == crew->exit ||
      b == crew->undefined)
    return a == b;
  if (!renaming_find(&c->places, a))
    u32_vec_push(&c->open, a);
  bool is_inner = bitset_has(&crew->inner, a);
  bool in_section = bitset_has(&crew->sections, a);
  return is_inner == bitset_has(&crew->inner, b) &&
         in_section == bitset_has(&crew->sections, b) &&
         pair(&c->places, &c->places_back, a, b);
}

// ---- Terms and operations ---------------------------------------------------

static bool same_term(struct comparison *c, struct term a, struct term b) {
  const struct program *program = c->crew->program;
  const struct term_table *terms = program->terms;
  if (term_is_none(a) || term_is_none(b))
    return term_equal(a, b);
  if (term_op(terms, a) != term_op(terms, b) ||
      !sort_equal(term_sort(terms, a), term_sort(terms, b)) ||
      term_arity(terms, a) != term_arity(terms, b))
    return false;
  if (term_op(terms, a) == OP_VAR)
    return !variable_is_none(program_variable_of(program, a)) &&
           same_variable(c, program_variable_of(program, a),
                         program_variable_of(program, b));
  if (term_is_literal(terms, a) && term_value(terms, a) != term_value(terms, b))
    return false;
  if (term_op(terms, a) == OP_EXTRACT &&
      term_extract_low(terms, a) != term_extract_low(terms, b))
    return false;
  bool is_same = true;
  for (uint32_t i = 0; i < term_arity(terms, a) && is_same; i++)
    is_same =
        same_term(c, term_operand(terms, a, i), term_operand(terms, b, i));
  return is_same;
}

// What is no term; false also for what is not compared.
static bool same_kind(const struct operation *a, const struct operation *b) {
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case OPERATION_ASSIGN: return a->assign.is_atomic == b->assign.is_atomic;
  case OPERATION_ASSUME: return true;
  case OPERATION_INVALID: return a->invalid.access == b->invalid.access;
  case OPERATION_HAVOC: return a->havoc.origin == b->havoc.origin;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    return a->memory.is_atomic == b->memory.is_atomic &&
           a->memory.is_volatile == b->memory.is_volatile;
  case OPERATION_CALL: return a->call.callee.id == b->call.callee.id;
  case OPERATION_RETURN: return true;
  case OPERATION_THREAD:
    return a->thread.action == b->thread.action &&
           a->thread.action != THREAD_CREATE &&
           a->thread.action != THREAD_JOIN &&
           a->thread.action != THREAD_JOIN_NUMBER;
  default: return false;
  }
}

static bool same_operation(struct comparison *c, const struct operation *a,
                           const struct operation *b) {
  enum { LARGEST = 5000 };
  struct variable_vec targets[2] = {{0}, {0}};
  struct term_vec terms[2] = {{0}, {0}};
  operation_targets(a, &targets[0]);
  operation_targets(b, &targets[1]);
  operation_terms(a, &terms[0]);
  operation_terms(b, &terms[1]);
  bool is_same = same_kind(a, b) && targets[0].count == targets[1].count &&
                 terms[0].count == terms[1].count;
  for (uint32_t i = 0; is_same && i < targets[0].count; i++)
    is_same = same_variable(c, targets[0].at[i], targets[1].at[i]);
  for (uint32_t i = 0; is_same && i < terms[0].count; i++)
    is_same =
        (term_is_none(terms[0].at[i]) ||
         term_tree_size(c->crew->program->terms, terms[0].at[i]) <= LARGEST) &&
        same_term(c, terms[0].at[i], terms[1].at[i]);
  for (uint32_t i = 0; i < 2; i++) {
    variable_vec_release(&targets[i]);
    term_vec_release(&terms[i]);
  }
  return is_same;
}

// ---- Code -------------------------------------------------------------------

static bool same_edges(struct comparison *c, uint32_t place) {
  const struct crew *crew = c->crew;
  uint32_t there = *renaming_find(&c->places, place);
  uint32_t first = crew->first_out.at[place];
  uint32_t other = crew->first_out.at[there];
  uint32_t count = crew->first_out.at[place + 1] - first;
  bool is_same = crew->first_out.at[there + 1] - other == count;
  for (uint32_t i = 0; is_same && i < count; i++) {
    const struct crew_edge *a = &crew->edges.at[crew->outs.at[first + i]];
    const struct crew_edge *b = &crew->edges.at[crew->outs.at[other + i]];
    is_same = a->undefined == b->undefined &&
              a->procedure.id == b->procedure.id &&
              same_operation(c, &a->op, &b->op) && same_place(c, a->to, b->to);
  }
  return is_same;
}

// Does nobody else have to do with what is the threads' own?
static bool is_own(const struct comparison *c) {
  const struct crew *crew = c->crew;
  bool is_so = true;
  for (uint32_t i = 1; i < crew->edges.count && is_so; i++) {
    const struct crew_edge *edge = &crew->edges.at[i];
    struct variable_vec used = {0};
    struct term_vec terms = {0};
    operation_targets(&edge->op, &used);
    operation_terms(&edge->op, &terms);
    for (uint32_t k = 0; k < terms.count; k++)
      if (!term_is_none(terms.at[k]))
        program_variables_in(crew->program, &terms.at[k], 1, &used);
    for (uint32_t k = 0; k < used.count && is_so; k++) {
      const uint32_t *to = renaming_find(&c->variables, used.at[k].id);
      const uint32_t *from = renaming_find(&c->back, used.at[k].id);
      is_so = (!to || *to == used.at[k].id || edge->thread == c->one) &&
              (!from || *from == used.at[k].id || edge->thread == c->other);
    }
    variable_vec_release(&used);
    term_vec_release(&terms);
  }
  return is_so;
}

static bool have_same_code(const struct crew *crew, uint32_t one,
                           uint32_t other) {
  const struct crew_thread *a = &crew->threads.at[one];
  const struct crew_thread *b = &crew->threads.at[other];
  if (a->procedure.id != b->procedure.id || a->next || b->next || a->is_crowd ||
      b->is_crowd || a->is_kind || b->is_kind)
    return false;
  struct comparison c = {.crew = crew, .one = one, .other = other};
  bool is_same = same_variable(&c, a->argument, b->argument) &&
                 same_variable(&c, a->result, b->result) &&
                 same_place(&c, a->start, b->start) &&
                 same_place(&c, a->end, b->end);
  while (is_same && c.open.count)
    is_same = same_edges(&c, u32_vec_pop(&c.open));
  is_same = is_same && is_own(&c);
  renaming_release(&c.variables);
  renaming_release(&c.back);
  renaming_release(&c.places);
  renaming_release(&c.places_back);
  u32_vec_release(&c.open);
  return is_same;
}

static bool is_of_pool(const struct crew *crew, uint32_t thread) {
  bool found = crew->threads.at[thread].next != 0;
  for (uint32_t k = 1; k < crew->threads.count; k++)
    found |= crew->threads.at[k].next == thread;
  return found;
}

void crew_find_twins(struct crew *crew) {
  crew_index(crew);
  for (uint32_t k = 1; k < crew->threads.count; k++)
    for (uint32_t i = 1; i < k && !crew->threads.at[k].twin; i++)
      if (!crew->threads.at[i].twin && !is_of_pool(crew, i) &&
          !is_of_pool(crew, k) && have_same_code(crew, i, k))
        crew->threads.at[k].twin = i;
}

// ---- What they are given, and who waits for them ----------------------------

static const struct crew_edge *creation_of(const struct crew *crew,
                                           uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].spawns == thread)
      return &crew->edges.at[i];
  return NULL;
}

static bool mentions(const struct crew *crew, const struct crew_edge *edge,
                     struct variable variable) {
  struct term_vec terms = {0};
  bool found = false;
  operation_terms(&edge->op, &terms);
  for (uint32_t i = 0; i < terms.count && !found; i++) {
    struct bitset used = {0};
    if (!term_is_none(terms.at[i]))
      program_mark_variables(crew->program, terms.at[i], &used);
    found = bitset_has(&used, variable.id);
    bitset_release(&used);
  }
  term_vec_release(&terms);
  return found;
}

static bool is_read(const struct crew *crew, struct variable variable) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (mentions(crew, &crew->edges.at[i], variable))
      return true;
  return false;
}

static bool get_the_same(const struct crew *crew, uint32_t one,
                         uint32_t other) {
  const struct crew_thread *threads = crew->threads.at;
  if (!is_read(crew, threads[one].argument) &&
      !is_read(crew, threads[other].argument))
    return true;
  const struct crew_edge *a = creation_of(crew, one);
  const struct crew_edge *b = creation_of(crew, other);
  return a && b && a->op.kind == OPERATION_ASSIGN &&
         b->op.kind == OPERATION_ASSIGN && a->op.assign.count == 1 &&
         b->op.assign.count == 1 &&
         term_equal(a->op.assign.bindings[0].value,
                    b->op.assign.bindings[0].value) &&
         program_has_only(crew->program, a->op.assign.bindings[0].value,
                          1u << VARIABLE_ADDRESS);
}

static bool are_results_unread(const struct crew *crew, uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].thread != thread &&
        mentions(crew, &crew->edges.at[i], crew->threads.at[thread].result))
      return false;
  return true;
}

// Back where it starts it would be taken for one that has not begun.
static bool comes_back(const struct crew *crew, uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].to == crew->threads.at[thread].start)
      return true;
  return false;
}

static bool creates(const struct crew *crew, uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].thread == thread && crew->edges.at[i].spawns)
      return true;
  return false;
}

// Who waits for the thread: 1 + the thread; 0: nobody; UINT32_MAX: several.
static uint32_t waiter_of(const struct crew *crew, uint32_t thread) {
  uint32_t found = 0;
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    uint32_t waiter = 1 + crew->edges.at[i].thread;
    if (crew->edges.at[i].awaits == thread + 1)
      found = !found || found == waiter ? waiter : UINT32_MAX;
  }
  return found;
}

static bool is_end(const struct crew *crew, uint32_t place) {
  for (uint32_t k = 0; k < crew->threads.count; k++)
    if (crew->threads.at[k].end == place)
      return true;
  return false;
}

// From the place, does every way come to a wait for the thread before anything
// that others notice? Who is stuck, or does something undefined, before that has
// not been noticed, either.
static bool leads_to_wait(const struct crew *crew, uint32_t place,
                          uint32_t thread, struct bitset *seen) {
  if (!bitset_add(seen, place))
    return true;
  uint32_t count = crew->first_out.at[place + 1] - crew->first_out.at[place];
  bool leads = !is_end(crew, place);
  for (uint32_t i = 0; i < count && leads; i++) {
    const struct crew_edge *edge =
        &crew->edges.at[crew->outs.at[crew->first_out.at[place] + i]];
    leads = edge->awaits == thread + 1 || edge->to == crew->undefined ||
            (edge->step != CREW_SHARED && !edge->spawns && !edge->claims &&
             !edge->exhausts && edge->op.kind != OPERATION_CALL &&
             edge->op.kind != OPERATION_UNSUPPORTED && edge->to != crew->exit &&
             leads_to_wait(crew, edge->to, thread, seen));
  }
  return leads;
}

static bool is_waited_for_after(const struct crew *crew, uint32_t first,
                                uint32_t second) {
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    struct bitset seen = {0};
    bool leads = crew->edges.at[i].awaits != first + 1 ||
                 leads_to_wait(crew, crew->edges.at[i].to, second, &seen);
    bitset_release(&seen);
    if (!leads)
      return false;
  }
  return true;
}

// From the place, can a wait for the second be come to without one for the
// first?
static bool skips_wait(const struct crew *crew, uint32_t place, uint32_t first,
                       uint32_t second, struct bitset *seen) {
  if (!bitset_add(seen, place))
    return false;
  for (uint32_t i = crew->first_out.at[place];
       i < crew->first_out.at[place + 1]; i++) {
    const struct crew_edge *edge = &crew->edges.at[crew->outs.at[i]];
    if (edge->awaits == first + 1)
      continue;
    if (edge->awaits == second + 1 ||
        skips_wait(crew, edge->to, first, second, seen))
      return true;
  }
  return false;
}

static bool are_joined_in_order(const struct crew *crew, uint32_t waiter,
                                uint32_t first, uint32_t second) {
  struct bitset seen = {0};
  bool skips =
      skips_wait(crew, crew->threads.at[waiter].start, first, second, &seen);
  bitset_release(&seen);
  return !skips && is_waited_for_after(crew, first, second);
}

static bool are_joined_together(const struct crew *crew, uint32_t one,
                                uint32_t other) {
  uint32_t waiter = waiter_of(crew, one);
  if (waiter != waiter_of(crew, other) || waiter == UINT32_MAX)
    return false;
  return !waiter || are_joined_in_order(crew, waiter - 1, one, other) ||
         are_joined_in_order(crew, waiter - 1, other, one);
}

static bool are_twins(const struct crew *crew, uint32_t one, uint32_t other) {
  return !crew->asks_self && !crew->has_conditions && !crew->places.count &&
         !crew->rules.has_kinds && get_the_same(crew, one, other) &&
         are_results_unread(crew, one) && are_results_unread(crew, other) &&
         !comes_back(crew, one) && !comes_back(crew, other) &&
         !creates(crew, one) && !creates(crew, other) &&
         are_joined_together(crew, one, other);
}

uint32_t crew_check_twins(struct crew *crew) {
  uint32_t count = 0;
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    struct crew_thread *thread = &crew->threads.at[k];
    if (thread->twin && !are_twins(crew, thread->twin, k))
      thread->twin = 0;
    count += thread->twin != 0;
  }
  return count;
}
