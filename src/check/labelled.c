#include "check/labelled.h"

#include <stdlib.h>

#include "abstraction/predicate_lts.h"
#include "base/memory.h"

bool labelled_init(struct labelled *labelled, const struct behaviour *behaviour,
                   const struct component_options *options,
                   const struct specification *specification) {
  struct strbuf why = {0};
  *labelled = (struct labelled){.specification = *specification};
  labelled->specification.systems = NULL;
  labelled->specification.count = 0;
  struct substitution *copies = behaviour_copies(behaviour, options->entry);
  bool ok =
      product_init(&labelled->product, behaviour->program, behaviour->procedure,
                   &labelled->specification, copies, &why);
  substitution_free(copies);
  strbuf_release(&why);
  if (!ok)
    return false;
  labelled->effects = behaviour_unfold(behaviour, options, &labelled->product);
  labelled->base_question =
      component_question(options, behaviour->effects, NULL);
  labelled->question =
      component_question(options, labelled->effects, labelled->base_question);
  return true;
}

void labelled_release(struct labelled *labelled) {
  question_free(labelled->question);
  question_free(labelled->base_question);
  if (labelled->effects)
    effects_free(labelled->effects);
  product_release(&labelled->product);
}

// Seeds are at places, which are the same for all products of a component.
static struct precision *precision_of(const struct labelled *labelled,
                                      const struct seed_vec *seeds,
                                      struct predicate_table *table) {
  struct precision *precision = precision_new(labelled->question, table);
  for (uint32_t i = 0; i < seeds->count; i++)
    precision_seed(precision, seeds->at[i].location, seeds->at[i].atom);
  precision_infer(precision);
  return precision;
}

struct action *labelled_actions(const struct labelled *labelled) {
  const struct u32_vec *actions = &labelled->product.actions;
  struct action *labels = memory_new_zero(actions->count, sizeof *labels);
  for (uint32_t i = 1; i < actions->count; i++)
    labels[i] = (struct action){actions->at[i]};
  return labels;
}

struct lts *labelled_lts(const struct labelled *labelled,
                         const struct seed_vec *seeds,
                         const struct labelling *labelling) {
  struct action *labels = labelled_actions(labelled);
  struct precision *precision = precision_of(labelled, seeds, labelling->table);
  struct transfer *transfer =
      transfer_new(labelled->effects, labelling->table, precision,
                   labelling->solver, labelling->dd);
  transfer_set_pause(transfer, labelling->poll);
  struct predicate_lts_options options = {
      .labels = {.edges = labels,
                 .unsupported = labelling->unsupported,
                 .start = labelling->start,
                 .waits = labelling->waits},
      .certain = labelling->is_certain ? labelling->solver : NULL,
      .is_named = labelling->is_named,
      .limit = labelling->limit,
      .poll = labelling->poll};
  struct lts *lts =
      predicate_lts_new(labelled->question, transfer, precision, &options,
                        labelled->specification.weaving->spec->actions);
  transfer_free(transfer);
  precision_free(precision);
  free(labels);
  return lts;
}
