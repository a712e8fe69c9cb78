#include "order/clocks.h"

// What is known

static const struct order_turn *turn_at(const struct order_clocks *clocks,
                                        uint32_t turn) {
  return &clocks->unfolding->nodes.at[turn];
}

// By creations, and by waits for the end.
static bool is_before(const struct order_clocks *clocks, uint32_t a,
                      uint32_t b) {
  uint32_t thread = turn_at(clocks, a)->thread;
  if (turn_at(clocks, b)->awaited >> thread & 1)
    return true;
  for (uint32_t at = b;;) {
    uint32_t creator = clocks->creators.at[turn_at(clocks, at)->thread];
    if (!creator)
      return false;
    at = creator - 1;
    if (turn_at(clocks, at)->thread == thread)
      return a <= at;
    if (turn_at(clocks, at)->awaited >> thread & 1)
      return true;
  }
}

int order_known(const struct order_clocks *clocks, uint32_t a, uint32_t b) {
  if (turn_at(clocks, a)->thread == turn_at(clocks, b)->thread)
    return a < b ? 1 : a > b ? -1 : 0;
  return is_before(clocks, a, b) ? 1 : is_before(clocks, b, a) ? -1 : 0;
}

// That turn a comes before b, if both happen.
static struct term before(const struct order_clocks *clocks, uint32_t a,
                          uint32_t b) {
  int known = order_known(clocks, a, b);
  if (known)
    return term_bool(clocks->terms, known > 0);
  if (a > b)
    return term_not(clocks->terms, before(clocks, b, a));
  return term_compare(clocks->terms, OP_ULT, clocks->clocks.at[a],
                      clocks->clocks.at[b]);
}

static void claim(struct order_clocks *clocks, struct term fact) {
  if (term_is_true(clocks->terms, fact))
    return;
  term_vec_push(&clocks->facts, fact);
  clocks->is_too_large |= clocks->facts.count > ORDER_FACTS;
}

static void claim_earlier(struct order_clocks *clocks, struct term if_this,
                          uint32_t a, uint32_t b) {
  struct term earlier = term_compare(
      clocks->terms, OP_ULT, clocks->clocks.at[a], clocks->clocks.at[b]);
  claim(clocks, term_implies(clocks->terms, if_this, earlier));
}

// The clocks

static void find_threads(struct order_clocks *clocks) {
  const struct order_unfolding *u = clocks->unfolding;
  uint32_t threads = u->turns->steps->counters->count;
  u32_vec_resize(&clocks->first, threads + 1);
  u32_vec_resize(&clocks->creators, threads);
  for (uint32_t i = 0, turn = 0; i <= threads; i++) {
    clocks->first.at[i] = turn;
    while (turn < u->nodes.count && u->nodes.at[turn].thread == i)
      turn++;
  }
  for (uint32_t i = 0; i < u->creations.count; i++) {
    uint32_t *creator = &clocks->creators.at[u->creations.at[i].thread];
    uint32_t turn = u->creations.at[i].turn + 1;
    *creator = !*creator || *creator == turn ? turn : UINT32_MAX;
  }
  for (uint32_t i = 0; i < threads; i++)
    if (clocks->creators.at[i] == UINT32_MAX)
      clocks->creators.at[i] = 0;
}

static void make_clocks(struct order_clocks *clocks) {
  const struct order_unfolding *u = clocks->unfolding;
  struct program *program = u->effects->program;
  unsigned width = 1;
  while (1u << width <= u->nodes.count)
    width++;
  for (uint32_t i = 0; i < u->nodes.count; i++)
    term_vec_push(&clocks->clocks,
                  term_variable(program->terms, intern(program->names, "clock"),
                                sort_bits(width)));
}

static void order_threads(struct order_clocks *clocks) {
  const struct order_unfolding *u = clocks->unfolding;
  struct term always = term_true(clocks->terms);
  for (uint32_t i = 1; i < u->nodes.count; i++)
    if (u->nodes.at[i].thread == u->nodes.at[i - 1].thread)
      claim_earlier(clocks, always, i - 1, i);
  for (uint32_t i = 0; i < u->creations.count; i++) {
    const struct order_event *creation = &u->creations.at[i];
    uint32_t first = clocks->first.at[creation->thread];
    if (first < clocks->first.at[creation->thread + 1])
      claim_earlier(clocks, creation->condition, creation->turn, first);
  }
}

// Who has waited for a thread comes after its end.
static void order_ends(struct order_clocks *clocks) {
  const struct order_unfolding *u = clocks->unfolding;
  struct term_table *terms = clocks->terms;
  for (uint32_t k = 0; k < u->ended.count; k++) {
    struct term ends = term_false(terms);
    for (uint32_t i = 0; i < u->ends.count; i++)
      if (u->ends.at[i].thread == k)
        ends = term_or(terms, ends, u->ends.at[i].condition);
    claim(clocks, term_implies(terms, u->ended.at[k], ends));
  }
  for (uint32_t i = 0; i < u->waits.count; i++)
    for (uint32_t k = 0; k < u->ends.count; k++)
      if (u->ends.at[k].thread == u->waits.at[i].thread)
        claim_earlier(
            clocks,
            term_and(terms, u->waits.at[i].condition, u->ends.at[k].condition),
            u->ends.at[k].turn, u->waits.at[i].turn);
}

// Reads

// Writes that a read may get, or has to be after.
static void find_writes(const struct order_clocks *clocks,
                        const struct order_read *read, struct u32_vec *into) {
  const struct order_write_vec *writes = &clocks->unfolding->writes;
  for (uint32_t i = 0; i < writes->count; i++)
    if (variable_equal(writes->at[i].variable, read->variable) &&
        writes->at[i].turn != read->turn &&
        order_known(clocks, writes->at[i].turn, read->turn) >= 0)
      u32_vec_push(into, i);
}

// The read gets the write: all others that are made come after the read, or
// before the write.
static void get_write(struct order_clocks *clocks,
                      const struct order_read *read,
                      const struct u32_vec *writes, uint32_t number,
                      struct term gets) {
  struct term_table *terms = clocks->terms;
  const struct order_write *all = clocks->unfolding->writes.at;
  const struct order_write *write = &all[writes->at[number]];
  claim(clocks, term_implies(terms, gets, write->condition));
  claim(clocks,
        term_implies(terms, gets, before(clocks, write->turn, read->turn)));
  claim(clocks,
        term_implies(terms, gets, term_eq(terms, read->symbol, write->value)));
  for (uint32_t i = 0; i < writes->count && !clocks->is_too_large; i++) {
    const struct order_write *other = &all[writes->at[i]];
    if (i == number || order_known(clocks, other->turn, write->turn) > 0)
      continue;
    struct term passes =
        term_or(terms, term_not(terms, before(clocks, other->turn, read->turn)),
                before(clocks, other->turn, write->turn));
    claim(clocks,
          term_implies(terms, term_and(terms, gets, other->condition), passes));
  }
}

static void get_first(struct order_clocks *clocks,
                      const struct order_read *read,
                      const struct u32_vec *writes, struct term gets) {
  struct term_table *terms = clocks->terms;
  const struct order_unfolding *u = clocks->unfolding;
  claim(clocks, term_implies(terms, gets,
                             term_eq(terms, read->symbol,
                                     order_initial(u, read->variable))));
  for (uint32_t i = 0; i < writes->count; i++) {
    const struct order_write *other = &u->writes.at[writes->at[i]];
    claim(clocks, term_implies(terms, term_and(terms, gets, other->condition),
                               term_not(terms, before(clocks, other->turn,
                                                      read->turn))));
  }
}

static void get(struct order_clocks *clocks, const struct order_read *read) {
  struct program *program = clocks->unfolding->effects->program;
  struct term_table *terms = clocks->terms;
  struct u32_vec writes = {0};
  struct term_vec gets = {0};
  find_writes(clocks, read, &writes);
  for (uint32_t i = 0; i <= writes.count; i++)
    term_vec_push(
        &gets,
        writes.count
            ? term_variable(terms, intern(program->names, "gets"), sort_bool())
            : term_true(terms));
  for (uint32_t i = 0; i < writes.count; i++)
    get_write(clocks, read, &writes, i, gets.at[i]);
  get_first(clocks, read, &writes, gets.at[writes.count]);
  claim(clocks, term_implies(terms, turn_at(clocks, read->turn)->happens,
                             term_or_all(terms, gets.at, gets.count)));
  u32_vec_release(&writes);
  term_vec_release(&gets);
}

void order_clocks_init(struct order_clocks *clocks,
                       const struct order_unfolding *unfolding) {
  *clocks = (struct order_clocks){.unfolding = unfolding,
                                  .terms = unfolding->effects->program->terms};
  find_threads(clocks);
  make_clocks(clocks);
  order_threads(clocks);
  order_ends(clocks);
  for (uint32_t i = 0; i < unfolding->reads.count && !clocks->is_too_large; i++)
    get(clocks, &unfolding->reads.at[i]);
}

void order_clocks_release(struct order_clocks *clocks) {
  term_vec_release(&clocks->clocks);
  term_vec_release(&clocks->facts);
  u32_vec_release(&clocks->first);
  u32_vec_release(&clocks->creators);
}
