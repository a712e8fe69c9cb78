// ANY allows everything: whatever the alphabet of its process turns out to be
// once all names are followed and all operators applied.
//
// So the steps of ANY are made last. Until then a process carries the set of
// its states that are ANY; a copy in a larger process brings them along, and
// they are filled there once more, over the larger alphabet.
#include "spec/internal.h"

static bool has_step(const struct lts *lts, uint32_t state,
                     struct action action) {
  struct lts_step_range range = lts_steps_by(lts, state, action);
  return range.begin != range.end;
}

struct filler {
  struct spec *spec;
  const struct lts *bare;
  const struct bitset *any;
  struct lts_builder builder;
  uint32_t stop; // STATE_NONE until there is one
};

static uint32_t find_stop(struct filler *filler) {
  for (uint32_t s = 0;
       filler->stop == STATE_NONE && s < filler->bare->state_count; s++)
    if (lts_kind(filler->bare, s) == STATE_STOP)
      filler->stop = s;
  if (filler->stop == STATE_NONE) {
    filler->stop = lts_builder_state(&filler->builder);
    lts_builder_kind(&filler->builder, filler->stop, STATE_STOP);
    lts_builder_name(&filler->builder, filler->stop,
                     state_kind_text(STATE_STOP));
  }
  return filler->stop;
}

static struct action any_return(struct filler *filler, struct name component) {
  struct action_syntax any = {
      .is_return = true, .component = component, .ret = {.kind = RETURN_ANY}};
  return elaborate_action(filler->spec, &any);
}

static void fill_action(struct filler *filler, uint32_t state,
                        struct action action) {
  const struct spec_return *ret = return_of(filler->spec, action);
  struct name component = ret ? ret->component : (struct name){0};
  uint32_t target = state;
  if (ret)
    action = any_return(filler, component);
  if (has_step(filler->bare, state, action))
    return;
  if (ret && name_is_none(component))
    target = find_stop(filler);
  lts_builder_step(&filler->builder, state, action, target);
}

struct lts *any_fill(struct spec *spec, const struct lts *bare,
                     const struct bitset *any) {
  if (bitset_is_empty(any))
    return lts_copy(bare);
  struct filler filler = {
      .spec = spec, .bare = bare, .any = any, .stop = STATE_NONE};
  lts_builder_init(&filler.builder, spec->actions);
  lts_builder_copy(&filler.builder, bare);
  BITSET_EACH (s, any)
    BITSET_EACH (a, &bare->alphabet)
      fill_action(&filler, s, (struct action){a});
  return lts_builder_finish(&filler.builder);
}
