#include "pointer/place.h"

uint64_t place_gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

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
  uint64_t modulus = normal_modulus(place_gcd(place.modulus, stride));
  return (struct place){place.object, place_residue(offset, modulus), modulus};
}

static uint64_t distance(int64_t a, int64_t b) {
  return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

bool place_overlaps(struct place place, uint64_t size, struct place other,
                    uint64_t other_size) {
  if (place.object != other.object)
    return false;
  uint64_t modulus = place_gcd(place.modulus, other.modulus);
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
  uint64_t modulus =
      place_gcd(place_gcd(a.modulus, b.modulus), distance(a.offset, b.offset));
  modulus = normal_modulus(modulus);
  return (struct place){a.object, place_residue(a.offset, modulus), modulus};
}

// Everything the set has of the object becomes one class.
static void collapse(struct place_vec *set, struct place place) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->at[i].object == place.object)
      place = join(place, set->at[i]);
    else
      set->at[kept++] = set->at[i];
  }
  set->count = kept;
  place_vec_push(set, place);
}

bool place_add(struct place_vec *set, struct place place) {
  uint32_t count = 0;
  bool is_exact = place.modulus == 0;
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->at[i].object != place.object)
      continue;
    if (covers(set->at[i], place))
      return false;
    is_exact = is_exact && set->at[i].modulus == 0;
    count++;
  }
  if (count && (!is_exact || count == PLACE_EXACT))
    collapse(set, place);
  else
    place_vec_push(set, place);
  return true;
}

bool place_unite(struct place_vec *set, const struct place_vec *with) {
  bool changed = false;
  for (uint32_t i = 0; i < with->count; i++)
    changed |= place_add(set, with->at[i]);
  return changed;
}
