#include "paths/state.h"

static void frame_copy(struct path_frame *to, const struct path_frame *from) {
  *to = *from;
  to->values = (struct term_vec){0};
  to->objects = to->allocated = (struct u32_vec){0};
  term_vec_append(&to->values, from->values.at, from->values.count);
  u32_vec_append(&to->objects, from->objects.at, from->objects.count);
  u32_vec_append(&to->allocated, from->allocated.at, from->allocated.count);
}

static void frame_release(struct path_frame *frame) {
  term_vec_release(&frame->values);
  u32_vec_release(&frame->objects);
  u32_vec_release(&frame->allocated);
}

void path_state_copy(struct path_state *to, const struct path_state *from) {
  *to = (struct path_state){.is_guessed = from->is_guessed};
  path_frame_vec_resize(&to->frames, from->frames.count);
  for (uint32_t i = 0; i < from->frames.count; i++)
    frame_copy(&to->frames.at[i], &from->frames.at[i]);
  path_object_vec_resize(&to->objects, from->objects.count);
  for (uint32_t i = 0; i < from->objects.count; i++)
    path_object_copy(&to->objects.at[i], &from->objects.at[i]);
  term_vec_append(&to->globals, from->globals.at, from->globals.count);
  term_vec_append(&to->conditions, from->conditions.at, from->conditions.count);
  path_input_vec_append(&to->inputs, from->inputs.at, from->inputs.count);
}

void path_state_release(struct path_state *state) {
  for (uint32_t i = 0; i < state->frames.count; i++)
    frame_release(&state->frames.at[i]);
  for (uint32_t i = 0; i < state->objects.count; i++)
    path_cell_vec_release(&state->objects.at[i].cells);
  path_frame_vec_release(&state->frames);
  path_object_vec_release(&state->objects);
  term_vec_release(&state->globals);
  term_vec_release(&state->conditions);
  path_input_vec_release(&state->inputs);
}

uint32_t path_state_add(struct path_state *state, struct path_object object) {
  return path_object_vec_push(&state->objects, object);
}

struct path_frame *path_state_enter(struct path_state *state,
                                    const struct program *program,
                                    const struct procedure *procedure) {
  struct path_frame frame = {.procedure = procedure, .at = procedure->entry};
  term_vec_resize(&frame.values, procedure->variables.count);
  for (uint32_t i = 0; i < procedure->objects.count; i++) {
    const struct object_info *info =
        program_object(program, procedure->objects.at[i]);
    u32_vec_push(
        &frame.objects,
        path_state_add(state, (struct path_object){.size = info->size,
                                                   .is_alive = true,
                                                   .beginning = BEGINS_ANY}));
  }
  path_frame_vec_push(&state->frames, frame);
  return path_frame_vec_last(&state->frames);
}

// What it held is of no use any more.
static void end_object(struct path_state *state, uint32_t number) {
  state->objects.at[number].is_alive = false;
  path_cell_vec_release(&state->objects.at[number].cells);
}

void path_state_leave(struct path_state *state) {
  struct path_frame frame = path_frame_vec_pop(&state->frames);
  for (uint32_t i = 0; i < frame.objects.count; i++)
    end_object(state, frame.objects.at[i]);
  for (uint32_t i = 0; i < frame.allocated.count; i++)
    end_object(state, frame.allocated.at[i]);
  frame_release(&frame);
}
