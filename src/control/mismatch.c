#include "control/mismatch.h"

void control_path_release(struct control_path *path) {
  control_event_vec_release(&path->events);
  u32_vec_release(&path->initial);
  u32_vec_release(&path->error);
}

void control_path_of(struct control_path *path,
                     const struct control_steps *steps,
                     const struct edge_id_vec *edges) {
  *path = (struct control_path){0};
  u32_vec_append(&path->initial, steps->initial.at, steps->initial.count);
  for (uint32_t i = 0; i < edges->count; i++) {
    const struct control_step *step = &steps->steps.at[edges->at[i].id];
    if (step->asks)
      control_event_vec_push(&path->events,
                             (struct control_event){true, step->asked});
    for (uint32_t k = 0; k < step->move_count; k++)
      control_event_vec_push(
          &path->events,
          (struct control_event){false, steps->moves.at[step->first_move + k]});
  }
}

static void add(struct colour_pair_vec *into, uint32_t a, uint32_t b) {
  struct colour_pair pair = {a < b ? a : b, a < b ? b : a};
  for (uint32_t i = 0; i < into->count; i++)
    if (into->at[i].a == pair.a && into->at[i].b == pair.b)
      return;
  colour_pair_vec_push(into, pair);
}

void control_mismatches(const struct control_path *path,
                        struct colour_pair_vec *into) {
  struct u32_vec places = {0};
  u32_vec_append(&places, path->initial.at, path->initial.count);
  for (uint32_t i = 0; i < path->events.count; i++) {
    const struct control_event *event = &path->events.at[i];
    uint32_t *place = &places.at[event->at.thread];
    if (event->asks && *place != event->at.place)
      add(into, *place, event->at.place);
    *place = event->at.place;
  }
  for (uint32_t i = 0; i < path->error.count; i++)
    if (path->error.at[i] != CONTROL_ANYWHERE &&
        path->error.at[i] != places.at[i])
      add(into, places.at[i], path->error.at[i]);
  u32_vec_release(&places);
}
