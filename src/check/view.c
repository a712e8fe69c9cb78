#include "check/view.h"

#include <stdlib.h>

#include "abstraction/predicate_lts.h"
#include "base/memory.h"

// The component with its actions as labels: the product with nothing.
struct view {
  const struct cegar *cegar;
  struct specification labels; // nothing is forbidden
  struct product product;
  struct effects *effects;
};

static bool view_init(struct view *view, const struct cegar *cegar) {
  const struct component *component = cegar->component;
  const struct component_options *options = cegar->component_options;
  struct strbuf why = {0};
  *view = (struct view){.cegar = cegar, .labels = *options->specification};
  view->labels.systems = NULL;
  view->labels.count = 0;
  struct substitution *copies = component_copies(component, options->entry);
  bool ok =
      product_init(&view->product, component->program,
                   component->base->procedure, &view->labels, copies, &why);
  substitution_free(copies);
  strbuf_release(&why);
  if (!ok)
    return false;
  view->effects =
      component_effects(component, options, view->product.procedure);
  view->effects->base = component->base;
  view->effects->places = view->product.locations.at;
  view->effects->originals = view->product.originals.at;
  return true;
}

static void view_release(struct view *view) {
  if (view->effects)
    effects_free(view->effects);
  product_release(&view->product);
}

// Seeds are at places, which are the same for all products of a component.
static struct precision *precision_of(struct view *view, bool with_chosen) {
  const struct refinement *refinement = &view->cegar->refinement;
  struct precision *precision =
      precision_new(view->effects, view->cegar->table);
  struct seed_vec seeds = {0};
  if (with_chosen)
    refinement_seeds(refinement, &seeds);
  seed_vec_append(&seeds, refinement->given.at, refinement->given.count);
  for (uint32_t i = 0; i < seeds.count; i++)
    precision_seed(precision, seeds.at[i].location, seeds.at[i].atom);
  seed_vec_release(&seeds);
  precision_infer(precision);
  return precision;
}

struct lts *view_predicate_lts(const struct cegar *cegar, bool with_chosen) {
  struct view view;
  struct lts *lts = NULL;
  if (view_init(&view, cegar)) {
    uint32_t count = view.product.procedure->edges.count;
    struct action *labels = memory_new_zero(count, sizeof *labels);
    for (uint32_t i = 1; i < count; i++)
      labels[i] = (struct action){view.product.actions.at[i]};
    struct precision *precision = precision_of(&view, with_chosen);
    struct transfer *transfer = transfer_new(
        view.effects, cegar->table, precision, cegar->solver, cegar->dd);
    lts =
        predicate_lts_new(transfer, precision, labels,
                          view.labels.weaving->spec->actions, VIEW_STATE_LIMIT);
    transfer_free(transfer);
    precision_free(precision);
    free(labels);
  }
  view_release(&view);
  return lts;
}
