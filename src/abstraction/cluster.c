#include "abstraction/cluster.h"

#include "base/bitset.h"

enum { LARGEST_CLUSTER = 16 }; // sources, beyond those that touch it directly

void cluster_release(struct cluster *cluster) {
  term_vec_release(&cluster->guards);
  predicate_vec_release(&cluster->targets);
  term_vec_release(&cluster->target_terms);
  predicate_vec_release(&cluster->sources);
}

static void add_support(const struct term_table *terms, struct term t,
                        struct bitset *into) {
  struct u32_vec support = {0};
  term_support(terms, t, &support);
  for (uint32_t i = 0; i < support.count; i++)
    bitset_add(into, support.at[i]);
  u32_vec_release(&support);
}

static void add_item(struct cluster *cluster, struct open_item item) {
  if (item.target.id) {
    predicate_vec_push(&cluster->targets, item.target);
    term_vec_push(&cluster->target_terms, item.term);
  } else {
    term_vec_push(&cluster->guards, item.term);
  }
}

static bool touches(const struct predicate_table *table,
                    struct predicate predicate, const struct bitset *set) {
  const struct u32_vec *support = predicate_support(table, predicate);
  for (uint32_t i = 0; i < support->count; i++)
    if (bitset_has(set, support->at[i]))
      return true;
  return false;
}

// One round: sources not yet in that touch the variables. True if any came.
static bool add_sources(const struct predicate_table *table,
                        const struct predicate_vec *sources,
                        struct bitset *taken, struct bitset *variables,
                        struct cluster *cluster, uint32_t most) {
  struct bitset reach = {0};
  bitset_copy(&reach, variables);
  bool grew = false;
  for (uint32_t i = 0; i < sources->count && cluster->sources.count < most;
       i++) {
    struct predicate source = sources->at[i];
    if (bitset_has(taken, i) || !touches(table, source, &reach))
      continue;
    bitset_add(taken, i);
    predicate_vec_push(&cluster->sources, source);
    const struct u32_vec *support = predicate_support(table, source);
    for (uint32_t k = 0; k < support->count; k++)
      bitset_add(variables, support->at[k]);
    grew = true;
  }
  bitset_release(&reach);
  return grew;
}

struct growing {
  struct bitset variables;
  struct bitset taken; // indices of sources
  struct cluster cluster;
  bool is_merged; // into an earlier one
};

VEC_DEFINE(growing_vec, struct growing);

static void merge(struct growing *into, struct growing *from) {
  for (uint32_t i = 0; i < from->cluster.guards.count; i++)
    term_vec_push(&into->cluster.guards, from->cluster.guards.at[i]);
  for (uint32_t i = 0; i < from->cluster.targets.count; i++) {
    predicate_vec_push(&into->cluster.targets, from->cluster.targets.at[i]);
    term_vec_push(&into->cluster.target_terms,
                  from->cluster.target_terms.at[i]);
  }
  bitset_unite(&into->variables, &from->variables);
  cluster_release(&from->cluster);
  from->is_merged = true;
}

// Items that share variables belong together.
static void merge_overlaps(struct growing_vec *all) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < all->count; i++)
      for (uint32_t k = i + 1; k < all->count; k++) {
        struct growing *a = &all->at[i], *b = &all->at[k];
        if (a->is_merged || b->is_merged ||
            !bitset_intersects(&a->variables, &b->variables))
          continue;
        merge(a, b);
        again = true;
      }
  }
}

// Two clusters that want the same source are one.
static bool sources_overlap(const struct predicate_table *table,
                            const struct predicate_vec *sources,
                            struct growing_vec *all) {
  for (uint32_t s = 0; s < sources->count; s++) {
    struct growing *first = NULL;
    for (uint32_t i = 0; i < all->count; i++) {
      struct growing *growing = &all->at[i];
      if (growing->is_merged ||
          !touches(table, sources->at[s], &growing->variables))
        continue;
      if (first) {
        merge(first, growing);
        return true;
      }
      first = growing;
    }
  }
  return false;
}

void cluster_partition(const struct predicate_table *table,
                       const struct term_table *terms,
                       const struct open_item_vec *items,
                       const struct predicate_vec *sources,
                       struct cluster_vec *into) {
  struct growing_vec all = {0};
  for (uint32_t i = 0; i < items->count; i++) {
    struct growing growing = {0};
    add_item(&growing.cluster, items->at[i]);
    add_support(terms, items->at[i].term, &growing.variables);
    growing_vec_push(&all, growing);
  }
  merge_overlaps(&all);
  while (sources_overlap(table, sources, &all))
    ;
  for (uint32_t i = 0; i < all.count; i++) {
    struct growing *growing = &all.at[i];
    if (!growing->is_merged) {
      add_sources(table, sources, &growing->taken, &growing->variables,
                  &growing->cluster, UINT32_MAX);
      while (add_sources(table, sources, &growing->taken, &growing->variables,
                         &growing->cluster, LARGEST_CLUSTER))
        ;
      cluster_vec_push(into, growing->cluster);
    }
    bitset_release(&growing->variables);
    bitset_release(&growing->taken);
  }
  growing_vec_release(&all);
}
