// What memory can hold, and what escapes.
#include "memory/targeting.h"

void targets_set_value(struct targets *t, struct variable variable,
                       const struct place_vec *value) {
  if (value->count)
    targets_note(t, place_unite(&t->values[variable.id], value));
}

static struct content *find_content(struct content_vec *contents,
                                    struct place at, uint64_t size) {
  for (uint32_t i = 0; i < contents->count; i++) {
    struct content *content = &contents->at[i];
    if (content->at.offset == at.offset && content->at.modulus == at.modulus &&
        content->size == size)
      return content;
  }
  return NULL;
}

// Too many fields: the block's contents become one.
static void collapse_contents(struct content_vec *contents, uint32_t block) {
  struct content all = {.at = {block, 0, 1}, .size = any_size};
  for (uint32_t i = 0; i < contents->count; i++) {
    targets_add_blurred(&all.value, &contents->at[i].value);
    place_vec_release(&contents->at[i].value);
  }
  content_vec_clear(contents);
  content_vec_push(contents, all);
}

void targets_put(struct targets *t, struct place at, uint64_t size,
                 const struct place_vec *value) {
  struct content_vec *contents = &t->contents[at.object];
  if (!value->count)
    return;
  struct content *found = bitset_has(&t->collapsed, at.object)
                              ? &contents->at[0]
                              : find_content(contents, at, size);
  if (!found && contents->count >= MOST_CONTENTS) {
    collapse_contents(contents, at.object);
    bitset_add(&t->collapsed, at.object);
    found = &contents->at[0];
  } else if (!found) {
    uint32_t index =
        content_vec_push(contents, (struct content){at, size, {0}});
    found = &contents->at[index];
  }
  targets_note(t, place_unite(&found->value, value));
}

// Does the content lie inside `size` bytes at the place, as it was stored?
static bool is_whole(const struct content *content, struct place at,
                     uint64_t size) {
  if (content->size != size)
    return false;
  uint64_t modulus = common_divisor(content->at.modulus, at.modulus);
  return place_residue(content->at.offset, modulus) ==
         place_residue(at.offset, modulus);
}

void targets_add_anywhere(const struct targets *t, struct place_vec *into) {
  place_add(into, (struct place){t->anywhere, 0, 1});
}

void targets_add_outside(struct targets *t, struct place_vec *into) {
  struct place_vec outside = {0};
  bool has_come = false;
  BITSET_EACH (b, &t->escaped) {
    if (!has_come && b >= t->outside) {
      place_vec_push(&outside, (struct place){t->outside, 0, 1});
      has_come = true;
    }
    if (targets_is_block(t, b))
      place_vec_push(&outside, (struct place){b, 0, 1});
  }
  if (!has_come)
    place_vec_push(&outside, (struct place){t->outside, 0, 1});
  place_unite(into, &outside);
  place_vec_release(&outside);
  t->work += into->count;
}

void targets_get(struct targets *t, struct place at, uint64_t size,
                 struct place_vec *into) {
  if (at.object == t->outside)
    targets_add_outside(t, into);
  if (at.object == t->anywhere)
    targets_add_anywhere(t, into);
  const struct content_vec *contents = &t->contents[at.object];
  for (uint32_t i = 0; i < contents->count; i++) {
    const struct content *content = &contents->at[i];
    if (!place_overlaps(content->at, content->size, at, size))
      continue;
    t->work += content->value.count;
    if (is_whole(content, at, size))
      place_unite(into, &content->value);
    else
      targets_add_blurred(into, &content->value);
  }
}

// Parts of addresses are narrower than an address. What is outside is no matter
// of ours: half of its address is a number.
void targets_held_around(const struct targets *t, struct place at,
                         struct place_vec *into) {
  const struct content_vec *contents = &t->contents[at.object];
  for (uint32_t i = 0; i < contents->count; i++) {
    const struct content *content = &contents->at[i];
    if (content->size <= TARGETS_HALF ||
        !place_overlaps(content->at, content->size, at, TARGETS_HALF))
      continue;
    for (uint32_t k = 0; k < content->value.count; k++)
      if (content->value.at[k].object != t->outside)
        place_add(into, (struct place){content->value.at[k].object, 0, 1});
  }
}

void targets_get_half(struct targets *t, struct place at,
                      struct place_vec *into) {
  const struct content_vec *contents = &t->contents[at.object];
  struct place_vec whole = {0};
  for (uint32_t i = 0; i < contents->count; i++)
    if (contents->at[i].size <= TARGETS_HALF &&
        place_overlaps(contents->at[i].at, contents->at[i].size, at,
                       TARGETS_HALF))
      targets_add_blurred(into, &contents->at[i].value);
  targets_held_around(t, at, &whole);
  if (whole.count)
    targets_add_anywhere(t, into);
  t->work += into->count + whole.count;
  place_vec_release(&whole);
}

bool targets_hold(const struct targets *t, struct place at, uint64_t size) {
  const struct content_vec *contents = &t->contents[at.object];
  if (!targets_is_block(t, at.object))
    return true;
  for (uint32_t i = 0; i < contents->count; i++)
    if (contents->at[i].value.count &&
        place_overlaps(contents->at[i].at, contents->at[i].size, at, size))
      return true;
  return false;
}

void targets_held(struct targets *t, struct place at, uint64_t size,
                  struct place_vec *into) {
  targets_get(t, at, size, into);
}

void targets_escape(struct targets *t, const struct place_vec *value) {
  for (uint32_t i = 0; i < value->count; i++)
    if (targets_is_block(t, value->at[i].object))
      targets_note(t, bitset_add(&t->escaped, value->at[i].object));
}

// True when the set grew.
static bool reach(const struct targets *t, struct bitset *blocks) {
  bool changed = false, grows = true;
  while (grows) {
    grows = false;
    BITSET_EACH (b, blocks)
      for (uint32_t i = 0; i < t->contents[b].count; i++) {
        const struct place_vec *value = &t->contents[b].at[i].value;
        for (uint32_t k = 0; k < value->count; k++)
          if (targets_is_block(t, value->at[k].object))
            grows |= bitset_add(blocks, value->at[k].object);
      }
    changed |= grows;
  }
  return changed;
}

void targets_close_escaped(struct targets *t) {
  targets_note(t, reach(t, &t->escaped));
}

// Code that we do not see may name every global that is not static, and follow
// what it holds. When the procedure starts in any state, it may have got at
// others before.
void targets_escape_globals(struct targets *t) {
  for (uint32_t i = 1; i < t->variable_count; i++) {
    const struct variable_info *info = &t->program->variables.at[i];
    bool is_hidden = t->options.entry ? info->is_hidden : info->is_internal;
    if (info->kind == VARIABLE_GLOBAL && !is_hidden)
      targets_escape(t, &t->values[i]);
  }
  for (uint32_t i = 1; i < t->program->objects.count; i++) {
    const struct object_info *info = &t->program->objects.at[i];
    bool is_hidden = t->options.entry ? info->is_hidden : info->is_internal;
    if (info->kind == OBJECT_GLOBAL && !info->is_external && !is_hidden)
      targets_note(t, bitset_add(&t->escaped, i));
  }
}

void targets_reach(const struct targets *t, struct bitset *blocks) {
  reach(t, blocks);
}
