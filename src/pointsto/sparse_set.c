#include "pointsto/sparse_set.h"

static bool is_sound(const struct sparse_set *set) {
  for (uint32_t i = 0; i < set->count; i++)
    if (!set->at[i].bits || (i && set->at[i - 1].index >= set->at[i].index))
      return false;
  return true;
}

// The first block whose index is at least the given one.
static uint32_t lower_bound(const struct sparse_set *set, uint32_t index) {
  uint32_t low = 0, high = set->count;
  if (high && set->at[high - 1].index < index)
    return high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->at[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool sparse_set_has(const struct sparse_set *set, uint32_t member) {
  uint32_t i = lower_bound(set, member / 64);
  return i < set->count && set->at[i].index == member / 64 &&
         (set->at[i].bits >> member % 64 & 1);
}

uint32_t sparse_set_size(const struct sparse_set *set) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < set->count; i++)
    size += (uint32_t)__builtin_popcountll(set->at[i].bits);
  return size;
}

bool sparse_set_add(struct sparse_set *set, uint32_t member) {
  uint32_t i = lower_bound(set, member / 64);
  uint64_t bit = (uint64_t)1 << member % 64;
  if (i < set->count && set->at[i].index == member / 64) {
    bool is_new = !(set->at[i].bits & bit);
    set->at[i].bits |= bit;
    return is_new;
  }
  sparse_set_push(set, (struct sparse_block){0});
  memmove(set->at + i + 1, set->at + i, (set->count - 1 - i) * sizeof *set->at);
  set->at[i] = (struct sparse_block){member / 64, bit};
  DCHECK((!i || set->at[i - 1].index < set->at[i].index) &&
             (i + 1 == set->count || set->at[i].index < set->at[i + 1].index),
         "the blocks of a set are not ascending");
  return true;
}

void sparse_set_remove(struct sparse_set *set, uint32_t member) {
  uint32_t i = lower_bound(set, member / 64);
  if (i == set->count || set->at[i].index != member / 64)
    return;
  set->at[i].bits &= ~((uint64_t)1 << member % 64);
  if (set->at[i].bits)
    return;
  set->count--;
  memmove(set->at + i, set->at + i + 1, (set->count - i) * sizeof *set->at);
  DCHECK(is_sound(set), "the blocks of a set are empty or not ascending");
}

// How many blocks of `from` are missing in `to`.
static uint32_t count_missing(const struct sparse_set *to,
                              const struct sparse_set *from) {
  uint32_t missing = 0, i = 0;
  for (uint32_t j = 0; j < from->count; j++) {
    while (i < to->count && to->at[i].index < from->at[j].index)
      i++;
    missing += i == to->count || to->at[i].index != from->at[j].index;
  }
  return missing;
}

// Merges from the end, so that it needs no second array.
static void insert_missing(struct sparse_set *to, const struct sparse_set *from,
                           uint32_t missing) {
  uint32_t i = to->count, j = from->count;
  sparse_set_resize(to, to->count + missing);
  for (uint32_t k = to->count; k > i;) {
    if (i && (!j || to->at[i - 1].index > from->at[j - 1].index))
      to->at[--k] = to->at[--i];
    else if (i && to->at[i - 1].index == from->at[j - 1].index)
      to->at[--k] = to->at[--i], j--;
    else
      to->at[--k] = (struct sparse_block){from->at[--j].index, 0};
  }
}

static void make_room(struct sparse_set *to, const struct sparse_set *from) {
  uint32_t missing = count_missing(to, from);
  if (missing)
    insert_missing(to, from, missing);
}

void sparse_set_join(struct sparse_set *to, const struct sparse_set *from) {
  make_room(to, from);
  for (uint32_t i = 0, j = 0; j < from->count; j++) {
    while (to->at[i].index < from->at[j].index)
      i++;
    to->at[i].bits |= from->at[j].bits;
  }
  DCHECK(is_sound(to), "the blocks of a set are empty or not ascending");
}

// The members of `from` that are in neither of the others.
static void find_new(const struct sparse_set *to, const struct sparse_set *from,
                     const struct sparse_set *except, struct sparse_set *news) {
  static const struct sparse_set none;
  uint32_t i = 0, k = 0;
  except = except ? except : &none;
  for (uint32_t j = 0; j < from->count; j++) {
    uint32_t index = from->at[j].index;
    uint64_t bits = from->at[j].bits;
    if (from->count * 8 < to->count - i)
      i = lower_bound(to, index);
    while (i < to->count && to->at[i].index < index)
      i++;
    if (i < to->count && to->at[i].index == index)
      bits &= ~to->at[i].bits;
    while (k < except->count && except->at[k].index < index)
      k++;
    if (k < except->count && except->at[k].index == index)
      bits &= ~except->at[k].bits;
    if (bits)
      sparse_set_push(news, (struct sparse_block){index, bits});
  }
}

bool sparse_set_join_new(struct sparse_set *to, const struct sparse_set *from,
                         const struct sparse_set *except,
                         struct sparse_set *added) {
  struct sparse_set news = {0};
  find_new(to, from, except, &news);
  bool any = news.count != 0;
  if (any)
    sparse_set_join(to, &news);
  if (any && !added->count) {
    sparse_set_release(added);
    *added = news;
    return true;
  }
  if (any)
    sparse_set_join(added, &news);
  sparse_set_release(&news);
  return any;
}

uint32_t sparse_set_next(const struct sparse_set *set, uint32_t from) {
  uint32_t i = lower_bound(set, from / 64);
  if (i < set->count && set->at[i].index == from / 64) {
    uint64_t rest = set->at[i].bits >> from % 64;
    if (rest)
      return from + (uint32_t)__builtin_ctzll(rest);
    i++;
  }
  if (i == set->count)
    return UINT32_MAX;
  return set->at[i].index * 64 + (uint32_t)__builtin_ctzll(set->at[i].bits);
}
