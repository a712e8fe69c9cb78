// Whoever is gone has no regions any more.
// symbols: __request_region __release_region
static int region_held;
static struct resource region_resource;
struct resource *__request_region(struct resource *parent,
                                  resource_size_t start, resource_size_t n,
                                  const char *name, int flags) {
  if (__VERIFIER_nondet_int())
    return 0;
  region_held++;
  return &region_resource;
}
void __release_region(struct resource *parent, resource_size_t start,
                      resource_size_t n) {
  region_held--;
}
#undef AFTER_EXIT
#define AFTER_EXIT()                                                           \
  do {                                                                         \
    if (region_held > 0)                                                       \
      reach_error();                                                           \
  } while (0)
