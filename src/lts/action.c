#include "lts/action.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/vec.h"

struct action_info {
  enum action_kind kind;
  uint32_t payload;
};

VEC_DEFINE(info_vec, struct action_info);

// The names of the interner are the handles of the actions.
struct action_table {
  struct interner *names;
  struct info_vec infos; // by handle; entry 0 is unused
};

struct action_table *action_table_new(void) {
  struct action_table *table = memory_new_zero(1, sizeof *table);
  table->names = interner_new();
  info_vec_push(&table->infos, (struct action_info){0});
  struct action tau = action_intern(table, "tau");
  CHECK(tau.id == ACTION_TAU, "tau is not the first action");
  return table;
}

void action_table_free(struct action_table *table) {
  if (!table)
    return;
  interner_free(table->names);
  info_vec_release(&table->infos);
  free(table);
}

uint32_t action_count(const struct action_table *table) {
  return table->infos.count - 1;
}

static const struct action_info *info_of(const struct action_table *table,
                                         struct action action) {
  CHECK(action.id && action.id < table->infos.count, "no action %u", action.id);
  return &table->infos.at[action.id];
}

const char *action_text(const struct action_table *table,
                        struct action action) {
  info_of(table, action);
  return name_text(table->names, (struct name){action.id});
}

enum action_kind action_kind_of(const struct action_table *table,
                                struct action action) {
  return info_of(table, action)->kind;
}

uint32_t action_payload(const struct action_table *table,
                        struct action action) {
  return info_of(table, action)->payload;
}

struct action action_find(const struct action_table *table, const char *text) {
  return (struct action){intern_lookup(table->names, text).id};
}

struct action action_intern_bytes(struct action_table *table, const char *text,
                                  size_t length) {
  CHECK(length, "an action without a name");
  struct action action = {intern_bytes(table->names, text, length).id};
  if (action.id == table->infos.count)
    info_vec_push(&table->infos, (struct action_info){0});
  return action;
}

struct action action_intern(struct action_table *table, const char *text) {
  return action_intern_bytes(table, text, strlen(text));
}

struct action action_intern_return(struct action_table *table, const char *text,
                                   uint32_t payload) {
  struct action action = action_intern(table, text);
  CHECK(!action_is_tau(action), "a return cannot be silent");
  table->infos.at[action.id] = (struct action_info){ACTION_RETURN, payload};
  return action;
}

struct ranked {
  const char *text;
  uint32_t id;
};

static int compare_ranked(const void *a, const void *b) {
  const struct ranked *left = a, *right = b;
  if (left->id == ACTION_TAU || right->id == ACTION_TAU)
    return (right->id == ACTION_TAU) - (left->id == ACTION_TAU);
  return strcmp(left->text, right->text);
}

uint32_t *action_ranks(const struct action_table *table) {
  uint32_t count = action_count(table);
  struct ranked *order = memory_new((count + 1) * sizeof *order);
  for (uint32_t id = 1; id <= count; id++)
    order[id - 1] =
        (struct ranked){name_text(table->names, (struct name){id}), id};
  qsort(order, count, sizeof *order, compare_ranked);
  uint32_t *ranks = memory_new_zero((size_t)count + 1, sizeof *ranks);
  for (uint32_t i = 0; i < count; i++)
    ranks[order[i].id] = i;
  free(order);
  return ranks;
}
