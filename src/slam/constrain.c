#include "slam/constrain.h"

#include "program/print.h"

struct pass {
  const struct c2bp *c2bp;
  const struct parts *parts;
  const struct tracked *tracked;
  struct term_table *terms;
  struct solver *solver;
  const struct event_vec *events;
  const struct constrain_options *options;
  struct constraint_vec *into;
  struct constrain_figures *figures;
};

// A question: may the literals hold together, with the guard?
struct spurious {
  struct constraint constraint;
  struct term_vec terms; // of the literals
  struct term guard;
};

static void spurious_release(struct spurious *s) {
  constraint_literal_vec_release(&s->constraint.literals);
  term_vec_release(&s->terms);
}

static void add_literal(const struct pass *pass, struct spurious *s,
                        enum literal_place place, struct predicate p,
                        struct term t, bool value) {
  struct constraint_literal l = {place, p, value};
  constraint_literal_vec_push(&s->constraint.literals, l);
  term_vec_push(&s->terms, value ? t : term_not(pass->terms, t));
}

static struct term term_of(const struct pass *pass, struct predicate p) {
  return predicate_term(pass->tracked->table, p);
}

static bool value_of(const struct pass *pass, uint32_t part,
                     const bool *valuation, struct predicate p) {
  struct bp_variable v;
  bool is_there = c2bp_variable(pass->c2bp, part, p, &v);
  CHECK(is_there, "a predicate without a variable");
  return valuation[bp_slot(pass->c2bp->bp, v)];
}

static bool value_at(const struct pass *pass, const bool *valuation,
                     uint32_t local) {
  return valuation[pass->c2bp->bp->globals.count + local];
}

static void visible(const struct pass *pass, uint32_t part,
                    struct predicate_vec *into) {
  const struct predicate_vec *globals = &pass->tracked->globals;
  const struct predicate_vec *locals = &pass->c2bp->made[part].locals;
  predicate_vec_append(into, globals->at, globals->count);
  predicate_vec_append(into, locals->at, locals->count);
}

// What each kind of step asks

static void ask_step(const struct pass *pass, const struct event *event,
                     struct spurious *s) {
  struct predicate_vec all = {0};
  visible(pass, event->part, &all);
  struct link *link = link_of(pass->parts, event->edge);
  s->constraint.kind = CONSTRAINT_STEP;
  s->guard = pass->parts->effects->at[event->edge.id].guard;
  for (uint32_t i = 0; i < all.count; i++)
    add_literal(pass, s, LITERAL_BEFORE, all.at[i], term_of(pass, all.at[i]),
                value_of(pass, event->part, event->before, all.at[i]));
  for (uint32_t i = 0; i < all.count; i++) {
    struct term t = term_of(pass, all.at[i]), before = link_step(link, t);
    if (!term_equal(t, before))
      add_literal(pass, s, LITERAL_AFTER, all.at[i], before,
                  value_of(pass, event->part, event->after, all.at[i]));
  }
  predicate_vec_release(&all);
}

static void ask_call(const struct pass *pass, const struct event *event,
                     struct spurious *s) {
  struct predicate_vec all = {0};
  const struct made_part *caller = &pass->c2bp->made[event->part];
  const struct made_part *callee =
      &pass->c2bp->made[pass->parts->calls[event->edge.id]->part];
  visible(pass, event->part, &all);
  struct link *link = link_of(pass->parts, event->edge);
  s->constraint.kind = CONSTRAINT_PARAMETERS;
  for (uint32_t i = 0; i < all.count; i++)
    add_literal(pass, s, LITERAL_BEFORE, all.at[i], term_of(pass, all.at[i]),
                value_of(pass, event->part, event->before, all.at[i]));
  for (uint32_t i = 0; i < callee->parameter_count; i++)
    add_literal(pass, s, LITERAL_AFTER, callee->locals.at[i],
                link_passed(link, term_of(pass, callee->locals.at[i])),
                value_at(pass, event->after, caller->first_parameter + i));
  predicate_vec_release(&all);
}

// The caller's own predicates still are as before the call; the global ones are
// what the callee left, as are the temporaries.
static void ask_return(const struct pass *pass, const struct event *event,
                       struct spurious *s) {
  struct predicate_vec all = {0};
  const struct made_part *caller = &pass->c2bp->made[event->part];
  const struct made_part *callee =
      &pass->c2bp->made[pass->parts->calls[event->edge.id]->part];
  uint32_t globals = pass->tracked->globals.count;
  visible(pass, event->part, &all);
  struct link *link = link_of(pass->parts, event->edge);
  s->constraint.kind = CONSTRAINT_EFFECTS;
  for (uint32_t i = 0; i < all.count; i++) {
    struct term t = term_of(pass, all.at[i]);
    add_literal(pass, s, i < globals ? LITERAL_RETURNED : LITERAL_BEFORE,
                all.at[i], i < globals ? t : link_old(link, t),
                value_of(pass, event->part, event->before, all.at[i]));
  }
  for (uint32_t i = 0; i < callee->returned.count; i++)
    add_literal(pass, s, LITERAL_RETURNED, callee->returned.at[i],
                link_given(link, term_of(pass, callee->returned.at[i])),
                value_at(pass, event->before, caller->first_return + i));
  for (uint32_t i = 0; i < all.count; i++) {
    struct term t = term_of(pass, all.at[i]), left = link_left(link, t);
    if (!term_equal(left, i < globals ? t : link_old(link, t)))
      add_literal(pass, s, LITERAL_AFTER, all.at[i], left,
                  value_of(pass, event->part, event->after, all.at[i]));
  }
  predicate_vec_release(&all);
}

static bool ask(const struct pass *pass, const struct event *event,
                struct spurious *s) {
  *s = (struct spurious){
      .constraint = {.part = event->part, .edge = event->edge},
      .guard = term_true(pass->terms)};
  if (!event->before || !event->after)
    return false;
  switch (event->kind) {
  case EVENT_STEP: ask_step(pass, event, s); return true;
  case EVENT_PARAMETERS: ask_call(pass, event, s); return true;
  case EVENT_EFFECTS: ask_return(pass, event, s); return true;
  default: return false;
  }
}

// Strengthening

static void keep_only(struct spurious *s, const struct u32_vec *kept) {
  for (uint32_t i = 0; i < kept->count; i++) {
    s->constraint.literals.at[i] = s->constraint.literals.at[kept->at[i]];
    s->terms.at[i] = s->terms.at[kept->at[i]];
  }
  s->constraint.literals.count = s->terms.count = kept->count;
}

static bool excludes(const struct pass *pass, const struct spurious *s,
                     const struct term_vec *terms) {
  struct term_vec all = {0};
  term_vec_append(&all, terms->at, terms->count);
  term_vec_push(&all, s->guard);
  pass->figures->questions++;
  bool is_unsat = solver_check(pass->solver, PURPOSE_REFINEMENT, all.at,
                               all.count) == ANSWER_UNSAT;
  term_vec_release(&all);
  return is_unsat;
}

static void strengthen_by_dropping(const struct pass *pass,
                                   struct spurious *s) {
  for (uint32_t i = 0; i < s->terms.count;) {
    struct term_vec fewer = {0};
    struct u32_vec kept = {0};
    for (uint32_t k = 0; k < s->terms.count; k++)
      if (k != i) {
        term_vec_push(&fewer, s->terms.at[k]);
        u32_vec_push(&kept, k);
      }
    if (excludes(pass, s, &fewer))
      keep_only(s, &kept);
    else
      i++;
    term_vec_release(&fewer);
    u32_vec_release(&kept);
  }
}

// The core is asked about once more.
static bool strengthen_by_core(const struct pass *pass, struct spurious *s) {
  struct query *query = query_new(pass->solver, PURPOSE_REFINEMENT);
  struct u32_vec core = {0};
  query_assert(query, s->guard);
  pass->figures->questions++;
  bool is_unsat =
      query_check(query, s->terms.at, s->terms.count) == ANSWER_UNSAT;
  if (is_unsat)
    query_core(query, true, &core);
  query_free(query);
  if (is_unsat)
    keep_only(s, &core);
  u32_vec_release(&core);
  return is_unsat && excludes(pass, s, &s->terms);
}

static bool is_spurious(const struct pass *pass, struct spurious *s) {
  switch (pass->options->strengthening) {
  case STRENGTHEN_CORE: return strengthen_by_core(pass, s);
  case STRENGTHEN_NOT: return excludes(pass, s, &s->terms);
  case STRENGTHEN_DROP: break;
  }
  if (!excludes(pass, s, &s->terms))
    return false;
  strengthen_by_dropping(pass, s);
  return true;
}

// Invariants

static bool has_twice(const struct constraint_literal_vec *literals) {
  for (uint32_t i = 0; i < literals->count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (literals->at[i].predicate.id == literals->at[k].predicate.id)
        return true;
  return false;
}

// Are the literals impossible of one state of the part? Then of all. A
// predicate before and after the step is no matter of one state.
static bool is_invariant(const struct pass *pass, const struct spurious *s) {
  struct term_vec terms = {0};
  bool is_of_part = s->constraint.kind == CONSTRAINT_STEP &&
                    !has_twice(&s->constraint.literals);
  for (uint32_t i = 0; i < s->constraint.literals.count; i++) {
    const struct constraint_literal *l = &s->constraint.literals.at[i];
    term_vec_push(&terms, predicate_literal(pass->tracked->table, l->predicate,
                                            l->value));
  }
  struct spurious alone = {.guard = term_true(pass->terms)};
  bool is_so = is_of_part && excludes(pass, &alone, &terms);
  term_vec_release(&terms);
  return is_so;
}

static void add(const struct pass *pass, const struct constraint *constraint,
                enum constraint_kind kind, struct edge_id edge) {
  struct constraint copy = {
      .kind = kind, .part = constraint->part, .edge = edge};
  constraint_literal_vec_append(&copy.literals, constraint->literals.at,
                                constraint->literals.count);
  bool is_state = kind == CONSTRAINT_INVARIANT || kind == CONSTRAINT_ENTRY;
  for (uint32_t i = 0; is_state && i < copy.literals.count; i++)
    copy.literals.at[i].place = LITERAL_BEFORE;
  constraint_vec_push(pass->into, copy);
  pass->figures->constraints++;
}

// Of the literals as they are after a step: at each step of the trace in the
// part.
static void add_along(const struct pass *pass,
                      const struct constraint *constraint) {
  struct constraint after = *constraint;
  after.literals = (struct constraint_literal_vec){0};
  for (uint32_t i = 0; i < constraint->literals.count; i++) {
    struct constraint_literal l = constraint->literals.at[i];
    l.place = LITERAL_AFTER;
    constraint_literal_vec_push(&after.literals, l);
  }
  for (uint32_t i = 0; i < pass->events->count; i++) {
    const struct event *event = &pass->events->at[i];
    if (event->kind == EVENT_STEP && event->part == constraint->part &&
        event->edge.id != constraint->edge.id)
      add(pass, &after, CONSTRAINT_STEP, event->edge);
  }
  constraint_literal_vec_release(&after.literals);
}

static bool is_of_globals(const struct pass *pass,
                          const struct constraint *constraint) {
  const struct predicate_vec *globals = &pass->tracked->globals;
  uint32_t found = 0;
  for (uint32_t i = 0; i < constraint->literals.count; i++)
    for (uint32_t k = 0; k < globals->count; k++)
      found += globals->at[k].id == constraint->literals.at[i].predicate.id;
  return found == constraint->literals.count;
}

static void take_invariant(const struct pass *pass,
                           const struct constraint *constraint) {
  struct edge_id none = {0};
  pass->figures->invariants++;
  switch (pass->options->enforcing) {
  case ENFORCE_INVARIANT:
    add(pass, constraint, CONSTRAINT_INVARIANT, none);
    if (is_of_globals(pass, constraint))
      constraint_vec_last(pass->into)->part = EVERY_PART;
    break;
  case ENFORCE_ENTRY:
    add(pass, constraint, constraint->kind, constraint->edge);
    add(pass, constraint, CONSTRAINT_ENTRY, none);
    break;
  case ENFORCE_TRACE:
    add(pass, constraint, constraint->kind, constraint->edge);
    add_along(pass, constraint);
    break;
  }
}

// The pass

// True when it found an invariant.
static bool look_at(const struct pass *pass, const struct event *event) {
  struct spurious s;
  bool found = false;
  if (ask(pass, event, &s) && is_spurious(pass, &s)) {
    found = pass->options->strengthening != STRENGTHEN_NOT &&
            is_invariant(pass, &s);
    if (found)
      take_invariant(pass, &s.constraint);
    else
      add(pass, &s.constraint, s.constraint.kind, s.constraint.edge);
  }
  spurious_release(&s);
  return found;
}

uint32_t constrain_pass(const struct c2bp *c2bp, struct solver *solver,
                        const struct event_vec *events,
                        const struct constrain_options *options,
                        struct constraint_vec *into,
                        struct constrain_figures *figures) {
  struct pass pass = {
      c2bp,   c2bp->parts, c2bp->tracked, c2bp->parts->program->terms,
      solver, events,      options,       into,
      figures};
  uint32_t before = into->count;
  figures->calls++;
  for (uint32_t i = 0; i < events->count; i++) {
    uint32_t at = options->is_backward ? events->count - 1 - i : i;
    if (into->count - before >= options->most ||
        look_at(&pass, &events->at[at]))
      break;
  }
  return into->count - before;
}

// Text

static void print_literal(const struct tracked *tracked,
                          const struct constraint_literal *l,
                          struct strbuf *out) {
  struct term t = predicate_term(tracked->table, l->predicate);
  bool is_wrapped = !l->value || l->place == LITERAL_AFTER;
  strbuf_add(out, l->value ? "" : "!");
  strbuf_add(out, is_wrapped ? "(" : "");
  program_print_term(tracked->parts->program, t, out);
  strbuf_add(out, is_wrapped ? ")" : "");
  strbuf_add(out, l->place == LITERAL_AFTER ? "'" : "");
}

void constraint_print(const struct tracked *tracked,
                      const struct constraint *constraint, struct strbuf *out) {
  strbuf_add(out, "!(");
  for (uint32_t i = 0; i < constraint->literals.count; i++) {
    strbuf_add(out, i ? " && " : "");
    print_literal(tracked, &constraint->literals.at[i], out);
  }
  strbuf_char(out, ')');
}
