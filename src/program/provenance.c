#include "program/provenance.h"

#include "base/check.h"

void provenance_begin(struct provenance *provenance) {
  *provenance = (struct provenance){0};
  u32_vec_push(&provenance->steps, 0);
  u32_vec_push(&provenance->first, 0);
  u32_vec_push(&provenance->first, 1);
}

void provenance_add(struct provenance *provenance, const uint32_t *steps,
                    uint32_t count) {
  u32_vec_append(&provenance->steps, steps, count);
  u32_vec_push(&provenance->first, provenance->steps.count);
}

void provenance_read(struct provenance *provenance,
                     const struct procedure *made,
                     const struct u32_vec *numbers) {
  CHECK(made->is_sealed, "the edges have no numbers yet");
  provenance_begin(provenance);
  for (uint32_t i = 1; i < made->edges.count; i++) {
    uint32_t mark = made->edges.at[i].origin;
    provenance_add(provenance, numbers ? &numbers->at[mark] : &mark, 1);
  }
}

void provenance_same(struct provenance *provenance,
                     const struct procedure *procedure) {
  provenance_begin(provenance);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    provenance_add(provenance, &i, 1);
}

void provenance_compose(struct provenance *into, const struct provenance *later,
                        const struct provenance *earlier) {
  provenance_begin(into);
  for (uint32_t i = 1; i + 1 < later->first.count; i++) {
    for (uint32_t k = later->first.at[i]; k < later->first.at[i + 1]; k++) {
      uint32_t count;
      const uint32_t *steps = provenance_steps(
          earlier, (struct edge_id){later->steps.at[k]}, &count);
      u32_vec_append(&into->steps, steps, count);
    }
    u32_vec_push(&into->first, into->steps.count);
  }
}

void provenance_copy(struct provenance *into, const struct provenance *from) {
  *into = (struct provenance){0};
  u32_vec_append(&into->steps, from->steps.at, from->steps.count);
  u32_vec_append(&into->first, from->first.at, from->first.count);
}

void provenance_release(struct provenance *provenance) {
  u32_vec_release(&provenance->steps);
  u32_vec_release(&provenance->first);
}

const uint32_t *provenance_steps(const struct provenance *provenance,
                                 struct edge_id edge, uint32_t *count) {
  CHECK(edge.id && edge.id + 1 < provenance->first.count, "no edge %u",
        edge.id);
  uint32_t first = provenance->first.at[edge.id];
  *count = provenance->first.at[edge.id + 1] - first;
  return &provenance->steps.at[first];
}

struct edge_id provenance_last(const struct provenance *provenance,
                               struct edge_id edge) {
  uint32_t count;
  const uint32_t *steps = provenance_steps(provenance, edge, &count);
  CHECK(count, "edge %u stands for nothing", edge.id);
  return (struct edge_id){steps[count - 1]};
}
