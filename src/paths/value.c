#include "paths/internal.h"

static struct term variable_value(struct search *search,
                                  struct path_state *state,
                                  struct variable variable) {
  const struct variable_info *info =
      program_variable(search->program, variable);
  struct path_frame *frame = path_frame_vec_last(&state->frames);
  if (info->kind == VARIABLE_ADDRESS) {
    const struct object_info *object =
        program_object(search->program, info->object);
    uint32_t number = search->number_of.at[info->object.id];
    if (!number)
      return (struct term){0};
    return address_of(&search->addresses, object->kind == OBJECT_FRAME
                                              ? frame->objects.at[number - 1]
                                              : number - 1);
  }
  return info->kind == VARIABLE_GLOBAL ? state->globals.at[info->slot]
                                       : frame->values.at[info->slot];
}

static const struct variable_vec *
variables_of(struct search *search, struct term t, struct variable_vec *own) {
  struct variable_vec *into =
      t.id < search->term_limit ? &search->variables[t.id] : own;
  if (into == own || bitset_add(&search->has_variables, t.id))
    program_variables_in(search->program, &t, 1, into);
  return into;
}

struct term search_value(struct search *search, struct path_state *state,
                         struct term t) {
  struct variable_vec own = {0};
  const struct variable_vec *variables = variables_of(search, t, &own);
  bool ok = true;
  substitution_clear(search->substitution);
  for (uint32_t i = 0; i < variables->count && ok; i++) {
    struct term value = variable_value(search, state, variables->at[i]);
    ok = !term_is_none(value);
    if (ok)
      substitution_set(search->substitution,
                       program_term(search->program, variables->at[i]), value);
  }
  if (!ok)
    search_refuse(search, "a value that is not followed");
  struct term result = ok && variables->count
                           ? substitution_apply(search->substitution, t)
                       : ok ? t
                            : (struct term){0};
  variable_vec_release(&own);
  return result;
}

struct term search_settled(struct search *search, struct path_state *state,
                           struct term t) {
  struct term value = search_value(search, state, t), settled;
  if (term_is_none(value))
    return value;
  if (addresses_settle(&search->addresses, state, value, &settled))
    return settled;
  search_refuse(search, "an address is used as a number");
  return (struct term){0};
}

void search_assign(struct search *search, struct path_state *state,
                   struct variable variable, struct term value) {
  const struct variable_info *info =
      program_variable(search->program, variable);
  struct path_frame *frame = path_frame_vec_last(&state->frames);
  if (!sort_equal(term_sort(search->terms, info->term),
                  term_sort(search->terms, value))) {
    search_refuse(search, "a value of another type");
    return;
  }
  if (info->kind == VARIABLE_GLOBAL)
    state->globals.at[info->slot] = value;
  else
    frame->values.at[info->slot] = value;
}
