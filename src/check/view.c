#include "check/view.h"

#include <stdlib.h>

#include "abstraction/predicate_lts.h"
#include "base/memory.h"

// The component with its actions as labels, in another form than the loop's.
struct view {
  const struct cegar *cegar;
  const struct component *component;
  struct specification labels; // nothing is forbidden
  struct product product;
  struct merged merged;
  struct procedure *procedure;
  struct effects *effects;
};

static bool view_init(struct view *view, const struct cegar *cegar) {
  const struct component *component = cegar->component;
  const struct component_options *options = cegar->component_options;
  struct program *program = component->program;
  struct strbuf why = {0};
  *view = (struct view){.cegar = cegar,
                        .component = component,
                        .labels = *options->specification};
  view->labels.systems = NULL;
  view->labels.count = 0;
  struct substitution *copies = component_copies(component, options->entry);
  bool ok = product_init(&view->product, program, component->inlined.procedure,
                         &view->labels, copies, &why);
  substitution_free(copies);
  strbuf_release(&why);
  if (!ok)
    return false;
  view->procedure = view->product.procedure;
  if (options->merges)
    view->procedure =
        program_merge(program, view->procedure, NULL, &view->merged);
  view->effects = component_effects(component, options, view->procedure);
  return true;
}

static void view_release(struct view *view) {
  if (view->effects)
    effects_free(view->effects);
  if (view->merged.procedure)
    merged_release(&view->merged);
  product_release(&view->product);
}

// ---- Predicates -------------------------------------------------------------

// The component's location of one of a merged product, or 0.
static uint32_t plain_location(const struct product *product,
                               const struct merged *merged, uint32_t location) {
  if (merged->procedure)
    location = merged->originals.at[location];
  return product->locations.at[location];
}

static void add_seed(struct view *view, struct precision *precision,
                     const struct seed *seed) {
  const struct component *component = view->component;
  uint32_t wanted = plain_location(&component->product, &component->merged,
                                   seed->location.id);
  for (uint32_t i = 1; wanted && i < view->procedure->locations.count; i++)
    if (plain_location(&view->product, &view->merged, i) == wanted)
      precision_seed(precision, (struct location_id){i}, seed->atom);
}

static struct precision *precision_of(struct view *view, bool with_chosen) {
  const struct refinement *refinement = &view->cegar->refinement;
  struct precision *precision =
      precision_new(view->effects, view->cegar->table);
  struct seed_vec seeds = {0};
  if (with_chosen)
    refinement_seeds(refinement, &seeds);
  seed_vec_append(&seeds, refinement->given.at, refinement->given.count);
  for (uint32_t i = 0; i < seeds.count; i++)
    add_seed(view, precision, &seeds.at[i]);
  seed_vec_release(&seeds);
  precision_infer(precision);
  return precision;
}

// ---- Labels -----------------------------------------------------------------

static struct action label_of(const struct view *view, uint32_t edge) {
  if (!view->merged.procedure)
    return (struct action){view->product.actions.at[edge]};
  uint32_t count;
  const uint32_t *steps =
      merged_steps(&view->merged, (struct edge_id){edge}, &count);
  return (struct action){view->product.actions.at[steps[0]]};
}

struct lts *view_predicate_lts(const struct cegar *cegar, bool with_chosen) {
  struct view view;
  struct lts *lts = NULL;
  if (view_init(&view, cegar)) {
    uint32_t count = view.procedure->edges.count;
    struct action *labels = memory_new_zero(count, sizeof *labels);
    for (uint32_t i = 1; i < count; i++)
      labels[i] = label_of(&view, i);
    struct precision *precision = precision_of(&view, with_chosen);
    struct transfer *transfer = transfer_new(view.effects, cegar->table,
                                             precision, cegar->solver,
                                             cegar->dd);
    lts = predicate_lts_new(transfer, precision, labels,
                            view.labels.weaving->spec->actions,
                            VIEW_STATE_LIMIT);
    transfer_free(transfer);
    precision_free(precision);
    free(labels);
  }
  view_release(&view);
  return lts;
}
