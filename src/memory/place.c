#include "memory/place.h"

#include "base/check.h"
#include "term/bits.h"

// A modulus beyond any object's size says no more than an exact offset would,
// but is never mistaken for one.
static const uint64_t largest_modulus = (uint64_t)1 << 40;

int64_t place_residue(int64_t offset, uint64_t modulus) {
  if (modulus == 0)
    return offset;
  int64_t m = (int64_t)modulus;
  int64_t rest = offset % m;
  return rest < 0 ? rest + m : rest;
}

static uint64_t normal_modulus(uint64_t modulus) {
  return modulus > largest_modulus ? 1 : modulus;
}

struct place place_shift(struct place place, int64_t by, uint64_t stride) {
  int64_t offset = (int64_t)((uint64_t)place.offset + (uint64_t)by);
  uint64_t modulus = normal_modulus(common_divisor(place.modulus, stride));
  return (struct place){place.object, place_residue(offset, modulus), modulus};
}

static uint64_t distance(int64_t a, int64_t b) {
  return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

bool place_overlaps(struct place place, uint64_t size, struct place other,
                    uint64_t other_size) {
  if (place.object != other.object)
    return false;
  uint64_t modulus = common_divisor(place.modulus, other.modulus);
  if (modulus == 0) {
    uint64_t apart = distance(place.offset, other.offset);
    return place.offset <= other.offset ? apart < size : apart < other_size;
  }
  // From the one forward to the next of the other, and the other way round.
  uint64_t ahead = (uint64_t)place_residue(
      (int64_t)((uint64_t)other.offset - (uint64_t)place.offset), modulus);
  return ahead < size || modulus - ahead < other_size;
}

static bool covers(struct place place, struct place other) {
  if (place.modulus == 0)
    return other.modulus == 0 && place.offset == other.offset;
  return other.modulus % place.modulus == 0 &&
         distance(place.offset, other.offset) % place.modulus == 0;
}

static struct place join(struct place a, struct place b) {
  uint64_t modulus = common_divisor(common_divisor(a.modulus, b.modulus),
                                    distance(a.offset, b.offset));
  modulus = normal_modulus(modulus);
  return (struct place){a.object, place_residue(a.offset, modulus), modulus};
}

// Where the places of the object are, or belong: sets are sorted by object.
static uint32_t first_of(const struct place_vec *set, uint32_t object) {
  uint32_t low = 0, high = set->count;
  if (high && set->at[high - 1].object < object)
    return high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->at[middle].object < object)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Everything the set has of the object becomes one class.
static void collapse(struct place_vec *set, uint32_t first, uint32_t count,
                     struct place place) {
  for (uint32_t i = 0; i < count; i++)
    place = join(place, set->at[first + i]);
  set->at[first] = place;
  memmove(set->at + first + 1, set->at + first + count,
          (set->count - first - count) * sizeof place);
  set->count -= count - 1;
}

static void insert(struct place_vec *set, uint32_t at, struct place place) {
  place_vec_push(set, place);
  memmove(set->at + at + 1, set->at + at, (set->count - 1 - at) * sizeof place);
  set->at[at] = place;
}

// Sorted by object; of each a few exact offsets, or one class.
static bool is_sound(const struct place_vec *set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    const struct place *place = &set->at[i];
    bool is_first = !i || place[-1].object < place->object;
    count = is_first ? 1 : count + 1;
    if (!is_first && (place[-1].object != place->object || place[-1].modulus ||
                      place->modulus))
      return false;
    if (count > PLACE_EXACT ||
        place->offset != place_residue(place->offset, place->modulus))
      return false;
  }
  return true;
}

bool place_add(struct place_vec *set, struct place place) {
  uint32_t first = first_of(set, place.object), count = 0;
  bool is_exact = place.modulus == 0;
  for (; first + count < set->count &&
         set->at[first + count].object == place.object;
       count++) {
    if (covers(set->at[first + count], place))
      return false;
    is_exact = is_exact && set->at[first + count].modulus == 0;
  }
  if (count && (!is_exact || count == PLACE_EXACT))
    collapse(set, first, count, place);
  else
    insert(set, first + count, place);
  DCHECK(is_sound(set), "a set of places is not sorted, or too large");
  return true;
}

// Where the places of the object at `first` end.
static uint32_t end_of(const struct place_vec *set, uint32_t first) {
  uint32_t end = first;
  while (end < set->count && set->at[end].object == set->at[first].object)
    end++;
  return end;
}

static bool one_covers(const struct place_vec *set, uint32_t first,
                       struct place place) {
  for (uint32_t i = first; i < set->count && set->at[i].object == place.object;
       i++)
    if (covers(set->at[i], place))
      return true;
  return false;
}

// Both are sorted, so that one walk through them tells.
static bool all_covered(const struct place_vec *set,
                        const struct place_vec *with) {
  uint32_t at = 0;
  if (with->count &&
      first_of(set, with->at[with->count - 1].object) == set->count)
    return false;
  for (uint32_t i = 0; i < with->count; i++) {
    while (at < set->count && set->at[at].object < with->at[i].object)
      at++;
    if (!one_covers(set, at, with->at[i]))
      return false;
  }
  return true;
}

static void merge(const struct place_vec *a, const struct place_vec *b,
                  struct place_vec *into) {
  uint32_t i = 0, k = 0;
  place_vec_reserve(into, a->count + b->count);
  while (i < a->count || k < b->count) {
    bool has_a =
        i < a->count && (k == b->count || a->at[i].object <= b->at[k].object);
    bool has_b =
        k < b->count && (i == a->count || b->at[k].object <= a->at[i].object);
    if (has_a) {
      uint32_t end = end_of(a, i);
      place_vec_append(into, a->at + i, end - i);
      i = end;
    }
    if (has_b) {
      uint32_t end = end_of(b, k);
      if (!has_a)
        place_vec_append(into, b->at + k, end - k);
      for (; has_a && k < end; k++)
        place_add(into, b->at[k]);
      k = end;
    }
  }
}

bool place_unite(struct place_vec *set, const struct place_vec *with) {
  if (all_covered(set, with))
    return false;
  struct place_vec both = {0};
  merge(set, with, &both);
  place_vec_release(set);
  *set = both;
  DCHECK(is_sound(set), "a set of places is not sorted, or too large");
  return true;
}

bool place_unite_blurred(struct place_vec *set, const struct place_vec *with) {
  struct place_vec blurred = {0};
  place_vec_reserve(&blurred, with->count);
  for (uint32_t i = 0; i < with->count; i = end_of(with, i))
    place_vec_push(&blurred, (struct place){with->at[i].object, 0, 1});
  bool changed = place_unite(set, &blurred);
  place_vec_release(&blurred);
  return changed;
}
