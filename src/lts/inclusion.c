#include "lts/inclusion.h"

#include <stdlib.h>

#include "base/check.h"

struct pair {
  uint32_t state; // of A
  uint32_t set;   // of states of B
  uint32_t parent;
  uint32_t depth;       // visible actions from the start
  struct action action; // by which the parent led here
  bool is_subsumed;     // by a pair of no greater depth
};

VEC_DEFINE(pair_vec, struct pair);

// A member of the antichain of a state of A.
struct link {
  uint32_t pair;
  uint32_t next; // link number, 0 = last
};

VEC_DEFINE(link_vec, struct link);

struct search {
  const struct lts_view *a;
  const struct lts *b;
  struct inclusion_options options;
  struct subsets *subsets;
  struct pair_vec pairs;
  struct link_vec links; // entry 0 is unused
  struct u32_vec heads;  // by state of A: first link of its antichain
  struct u32_vec now;    // pairs to explore at this depth
  struct u32_vec later;  // and at the next
  struct lts_step_vec steps;
  struct inclusion result;
};

// Is the pair subsumed by one that was met before, or good for itself?
static bool is_known(struct search *search, const struct pair *pair) {
  bool exact = search->options.no_antichain;
  if (search->options.same_states &&
      subsets_has(search->subsets, pair->set, pair->state))
    return true;
  for (uint32_t k = search->heads.at[pair->state]; k;
       k = search->links.at[k].next) {
    uint32_t set = search->pairs.at[search->links.at[k].pair].set;
    if (exact ? set == pair->set
              : subsets_is_subset(search->subsets, set, pair->set))
      return true;
  }
  return false;
}

// Drops from the antichain what a new pair subsumes. What was found at no
// smaller depth and waits to be explored need not be any more.
static void drop_subsumed(struct search *search, const struct pair *pair) {
  uint32_t *place = &search->heads.at[pair->state];
  while (*place) {
    struct link *link = &search->links.at[*place];
    struct pair *other = &search->pairs.at[link->pair];
    if (subsets_is_subset(search->subsets, pair->set, other->set)) {
      other->is_subsumed = pair->depth <= other->depth;
      *place = link->next;
    } else {
      place = &link->next;
    }
  }
}

// Adds a pair unless it is subsumed; then it is none, UINT32_MAX.
static uint32_t add_pair(struct search *search, struct pair pair) {
  if (pair.state >= search->heads.count)
    u32_vec_resize(&search->heads, pair.state + 1);
  if (is_known(search, &pair))
    return UINT32_MAX;
  if (!search->options.no_antichain)
    drop_subsumed(search, &pair);
  uint32_t number = pair_vec_push(&search->pairs, pair);
  uint32_t *head = &search->heads.at[pair.state];
  *head = link_vec_push(&search->links, (struct link){number, *head});
  return number;
}

static bool is_silent(const struct search *search, struct action action) {
  if (!search->options.weak)
    return false;
  return action_is_tau(action) ||
         (search->options.project &&
          !bitset_has(&search->b->alphabet, action.id));
}

static void trace_back(struct search *search, uint32_t pair,
                       struct lts_step last) {
  struct lts_step_vec *run = &search->result.run;
  lts_step_vec_push(run, last);
  for (uint32_t k = pair; k; k = search->pairs.at[k].parent)
    lts_step_vec_push(run, (struct lts_step){search->pairs.at[k].action,
                                             search->pairs.at[k].state});
  for (uint32_t i = 0, j = run->count; i + 1 < j; i++) {
    struct lts_step step = run->at[i];
    run->at[i] = run->at[--j];
    run->at[j] = step;
  }
}

// Follows a step of A from a pair. False if B cannot follow.
static bool follow(struct search *search, uint32_t from, struct lts_step step) {
  struct pair pair = search->pairs.at[from];
  bool silent = is_silent(search, step.action);
  uint32_t set =
      silent ? pair.set : subsets_next(search->subsets, pair.set, step.action);
  bool bad = set == SUBSET_EMPTY ||
             (search->options.error_is_violation &&
              search->a->kind(search->a->data, step.target) == STATE_ERROR);
  if (bad) {
    search->result.answer = INCLUSION_FAILS;
    trace_back(search, from, step);
    subsets_enabled(search->subsets, pair.set, &search->result.allowed);
    return false;
  }
  uint32_t next = add_pair(search, (struct pair){.state = step.target,
                                                 .set = set,
                                                 .parent = from,
                                                 .depth = pair.depth + !silent,
                                                 .action = step.action});
  if (next != UINT32_MAX)
    u32_vec_push(silent ? &search->now : &search->later, next);
  return true;
}

static bool over_limit(struct search *search) {
  uint64_t limit = search->options.limit, patience = search->options.patience;
  if ((!limit || search->pairs.count <= limit) &&
      (!patience || subsets_effort(search->subsets) <= patience))
    return false;
  search->result.answer = INCLUSION_UNKNOWN;
  return true;
}

// False if the search is over.
static bool explore(struct search *search, uint32_t number) {
  struct pair pair = search->pairs.at[number];
  if (pair.is_subsumed)
    return true;
  lts_step_vec_clear(&search->steps);
  search->a->steps(search->a->data, pair.state, &search->steps);
  for (uint32_t i = 0; i < search->steps.count; i++)
    if (!follow(search, number, search->steps.at[i]) || over_limit(search))
      return false;
  return true;
}

// Depth by depth, where silent steps do not count.
static void search_run(struct search *search) {
  while (search->now.count) {
    for (uint32_t k = 0; k < search->now.count; k++)
      if (!explore(search, search->now.at[k]))
        return;
    struct u32_vec done = search->now;
    search->now = search->later;
    search->later = done;
    u32_vec_clear(&search->later);
  }
}

static void search_start(struct search *search) {
  uint32_t state = search->a->initial(search->a->data);
  uint32_t set = subsets_initial(search->subsets);
  link_vec_push(&search->links, (struct link){0});
  if (add_pair(search, (struct pair){.state = state, .set = set}) != UINT32_MAX)
    u32_vec_push(&search->now, 0);
}

static bool starts_in_error(const struct search *search) {
  return search->options.error_is_violation &&
         search->a->kind(search->a->data,
                         search->a->initial(search->a->data)) == STATE_ERROR;
}

static void search_release(struct search *search) {
  subsets_free(search->subsets);
  pair_vec_release(&search->pairs);
  link_vec_release(&search->links);
  u32_vec_release(&search->heads);
  u32_vec_release(&search->now);
  u32_vec_release(&search->later);
  lts_step_vec_release(&search->steps);
}

struct inclusion lts_check_inclusion(const struct lts_view *a,
                                     const struct lts *b,
                                     struct inclusion_options options) {
  CHECK(!options.same_states ||
            !(options.project || options.error_is_violation),
        "one LTS on both sides, which are not looked at alike");
  struct search search = {.a = a,
                          .b = b,
                          .options = options,
                          .subsets = subsets_new(b, options.weak)};
  search_start(&search);
  if (starts_in_error(&search))
    search.result.answer = INCLUSION_FAILS;
  else
    search_run(&search);
  search.result.pairs = search.pairs.count;
  search.result.sets = subsets_count(search.subsets) - 1;
  search_release(&search);
  return search.result;
}

void inclusion_release(struct inclusion *inclusion) {
  lts_step_vec_release(&inclusion->run);
  lts_action_vec_release(&inclusion->allowed);
}
