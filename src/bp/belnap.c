#include "bp/belnap.h"

struct belnap_pair belnap_pair_and(struct dd_manager *m, struct belnap_pair a,
                                   struct belnap_pair b) {
  struct dd top = dd_and(m, a.top, b.top);
  return (struct belnap_pair){top, dd_and(m, a.bottom, b.bottom)};
}

struct belnap_pair belnap_pair_or(struct dd_manager *m, struct belnap_pair a,
                                  struct belnap_pair b) {
  struct dd top = dd_or(m, a.top, b.top);
  return (struct belnap_pair){top, dd_or(m, a.bottom, b.bottom)};
}

struct belnap_pair belnap_pair_not(struct dd_manager *m, struct belnap_pair a) {
  struct dd top = dd_not(m, a.bottom);
  return (struct belnap_pair){top, dd_not(m, a.top)};
}

struct dd belnap_join(struct dd_manager *m, struct belnap_pair a, uint32_t z) {
  return dd_ite(m, dd_variable(m, z), a.top, a.bottom);
}

static struct dd cofactor(struct dd_manager *m, struct dd a, uint32_t z,
                          bool value) {
  return dd_and_exists(m, a, dd_literal(m, z, value), &z, 1);
}

struct belnap_pair belnap_split(struct dd_manager *m, struct dd a, uint32_t z) {
  struct dd top = cofactor(m, a, z, true);
  return (struct belnap_pair){top, cofactor(m, a, z, false)};
}

struct dd belnap_joined_not(struct dd_manager *m, struct dd a, uint32_t z) {
  return belnap_join(m, belnap_pair_not(m, belnap_split(m, a, z)), z);
}
