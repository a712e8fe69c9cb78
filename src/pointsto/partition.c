#include "pointsto/partition.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/map.h"
#include "base/memory.h"
#include "pointsto/layout.h"

enum { WIDEST = 64 }; // bytes of an access that are looked at one by one

// A byte of an object, normalised; an object as a whole is byte INT64_MIN.
struct byte {
  uint32_t object;
  int64_t offset;
};

static uint64_t byte_hash(struct byte b) {
  return hash_mix(b.object, (uint64_t)b.offset);
}
static bool byte_equal(struct byte a, struct byte b) {
  return a.object == b.object && a.offset == b.offset;
}

MAP_DEFINE(byte_map, struct byte, uint32_t, byte_hash, byte_equal);

static const int64_t whole = INT64_MIN;

// A class of bytes that are accessed together; the fields are those of the
// root.
struct group {
  uint32_t parent;
  struct target at; // the first byte
  uint64_t width;   // of all accesses so far, 0: they differ
  uint32_t bytes;
  bool is_mixed;
  uint32_t region; // index + 1
};

VEC_DEFINE(group_vec, struct group);

struct cutting {
  struct partition *partition;
  const struct program *program;
  const struct points_to *analysis;
  struct byte_map bytes; // number of a group
  struct group_vec groups;
  bool *is_whole;  // by object: accessed at an unknown offset
  bool *is_shared; // by object: part of SHARED
  bool *is_many;   // by procedure: active more than once
  bool has_anywhere;
  struct points_to_set set;
  struct offset_vec offsets;
  struct u32_vec touched; // regions of one access
};

// Accesses

struct visit {
  struct term address;
  uint64_t width; // 0: a block
};

// The accesses of an edge: two at most.
static uint32_t list_accesses(const struct program *program,
                              const struct operation *op,
                              struct visit into[2]) {
  switch (op->kind) {
  case OPERATION_LOAD:
    into[0] = (struct visit){
        op->memory.address,
        sort_value_bytes(term_sort(program->terms,
                                   program_term(program, op->memory.target)))};
    return 1;
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    into[0] = (struct visit){
        op->memory.address,
        sort_value_bytes(term_sort(program->terms, op->memory.value))};
    return 1;
  case OPERATION_COPY:
    into[0] = (struct visit){op->block.address, 0};
    into[1] = (struct visit){op->block.source, 0};
    return 2;
  case OPERATION_FILL: into[0] = (struct visit){op->block.address, 0}; return 1;
  default: return 0;
  }
}

static void each_access(struct cutting *c,
                        void (*found)(struct cutting *c, struct visit visit)) {
  struct visit visits[2];
  for (uint32_t i = 1; i < c->program->procedures.count; i++) {
    const struct procedure *procedure = c->program->procedures.at[i];
    if (!procedure->is_defined ||
        !points_to_is_reached(c->analysis, procedure->self))
      continue;
    for (uint32_t k = 1; k < procedure->edges.count; k++) {
      uint32_t count =
          list_accesses(c->program, &procedure->edges.at[k].op, visits);
      for (uint32_t n = 0; n < count; n++)
        found(c, visits[n]);
    }
  }
}

// Is it data that the access can be meant for?
static bool is_data(const struct cutting *c, const struct target *target) {
  enum memory_kind kind = points_to_object(c->analysis, target->object)->kind;
  return kind != MEMORY_UNKNOWN && kind != MEMORY_FUNCTION;
}

static void note_objects(struct cutting *c, struct visit visit) {
  points_to_term(c->analysis, visit.address, &c->set);
  c->has_anywhere |= c->set.is_anywhere;
  for (uint32_t i = 0; i < c->set.targets.count; i++) {
    const struct target *target = &c->set.targets.at[i];
    bool is_long = visit.width > WIDEST;
    if (visit.width && (target->is_any_offset || is_long))
      c->is_whole[target->object.id] = true;
  }
}

static void note_shared(struct cutting *c) {
  for (uint32_t i = 1; i <= points_to_object_count(c->analysis); i++) {
    const struct memory_info *info =
        points_to_object(c->analysis, (struct memory_object){i});
    c->is_shared[i] = c->has_anywhere && info->escapes &&
                      info->kind != MEMORY_FUNCTION &&
                      info->kind != MEMORY_UNKNOWN;
    c->partition->figures.shared_objects += c->is_shared[i];
  }
}

// Groups

static uint32_t root_of(struct cutting *c, uint32_t group) {
  struct group *groups = c->groups.at;
  while (groups[group].parent != group) {
    groups[group].parent = groups[groups[group].parent].parent;
    group = groups[group].parent;
  }
  return group;
}

static uint32_t group_of(struct cutting *c, struct memory_object object,
                         int64_t offset) {
  bool is_new;
  uint32_t *found =
      byte_map_insert(&c->bytes, (struct byte){object.id, offset}, &is_new);
  if (!is_new)
    return root_of(c, *found);
  *found = c->groups.count;
  struct target at = {object, offset == whole, offset == whole ? 0 : offset};
  return group_vec_push(
      &c->groups,
      (struct group){
          .parent = *found, .at = at, .bytes = 1, .is_mixed = offset == whole});
}

static void join(struct cutting *c, uint32_t a, uint32_t b) {
  struct group *first = &c->groups.at[a], *second = &c->groups.at[b];
  if (a == b)
    return;
  if (second->at.offset < first->at.offset) {
    join(c, b, a);
    return;
  }
  // Bytes that no access named by itself have no width yet.
  bool agrees = !second->width || (first->width == second->width &&
                                   first->at.offset == second->at.offset);
  second->parent = a;
  first->bytes += second->bytes;
  first->is_mixed |= second->is_mixed || !agrees;
}

// The normalised bytes that the access touches. False: too many.
static bool list_bytes(struct cutting *c, const struct target *target,
                       uint64_t width) {
  offset_vec_clear(&c->offsets);
  return points_to_bytes(c->analysis, *target, width, &c->offsets);
}

static void cut_target(struct cutting *c, const struct target *target,
                       uint64_t width) {
  uint32_t id = target->object.id;
  if (!is_data(c, target) || c->is_shared[id])
    return;
  if (!c->is_whole[id] && !list_bytes(c, target, width))
    c->is_whole[id] = true;
  if (c->is_whole[id]) {
    group_of(c, target->object, whole);
    return;
  }
  if (!c->offsets.count) // outside of the object: not valid
    return;
  uint32_t first = group_of(c, target->object, c->offsets.at[0]);
  for (uint32_t i = 1; i < c->offsets.count; i++)
    join(c, root_of(c, first), group_of(c, target->object, c->offsets.at[i]));
  struct group *group = &c->groups.at[root_of(c, first)];
  bool is_same = group->at.offset == target->offset &&
                 (!group->width || group->width == width);
  group->is_mixed |= !is_same;
  group->width = width;
}

static void cut_access(struct cutting *c, struct visit visit) {
  if (!visit.width)
    return;
  points_to_term(c->analysis, visit.address, &c->set);
  for (uint32_t i = 0; i < c->set.targets.count; i++)
    cut_target(c, &c->set.targets.at[i], visit.width);
}

// An object that turned out to be one region may have groups from before.
static void join_whole(struct cutting *c) {
  for (uint32_t i = 0; i < c->bytes.count; i++) {
    struct byte byte = c->bytes.entries[i].key;
    if (!c->is_whole[byte.object] || byte.offset == whole)
      continue;
    uint32_t all = group_of(c, (struct memory_object){byte.object}, whole);
    uint32_t one = root_of(c, c->bytes.entries[i].value);
    if (all == one)
      continue;
    c->groups.at[one].parent = all;
    c->groups.at[all].bytes += c->groups.at[one].bytes;
  }
}

// Which procedures may be active more than once

struct calls {
  struct procedure_id_vec *callees; // by procedure
  uint32_t *left;                   // callees or callers that may be on a cycle
  struct u32_vec *callers;
};

static void list_calls(const struct cutting *c, struct calls *calls) {
  uint32_t count = c->program->procedures.count;
  calls->callees = memory_new_zero(count, sizeof *calls->callees);
  calls->callers = memory_new_zero(count, sizeof *calls->callers);
  calls->left = memory_new_zero(count, sizeof *calls->left);
  for (uint32_t i = 1; i < count; i++) {
    const struct procedure *procedure = c->program->procedures.at[i];
    if (!procedure->is_defined ||
        !points_to_is_reached(c->analysis, procedure->self))
      continue;
    for (uint32_t k = 1; k < procedure->edges.count; k++) {
      if (procedure->edges.at[k].op.kind != OPERATION_CALL)
        continue;
      struct edge_id edge = {k};
      points_to_callees(c->analysis, procedure->self, edge, &calls->callees[i]);
      points_to_callbacks(c->analysis, procedure->self, edge,
                          &calls->callees[i]);
    }
    for (uint32_t k = 0; k < calls->callees[i].count; k++)
      u32_vec_push(&calls->callers[calls->callees[i].at[k].id], i);
  }
}

// Procedures that nothing on a cycle calls, or that call nothing on a cycle,
// are on none: what is left is on a cycle, or between two.
static void find_recursive(struct cutting *c, const struct calls *calls) {
  uint32_t count = c->program->procedures.count;
  struct u32_vec ready = {0};
  for (uint32_t i = 1; i < count; i++) {
    c->is_many[i] = true;
    calls->left[i] = calls->callees[i].count;
    if (!calls->left[i])
      u32_vec_push(&ready, i);
  }
  while (ready.count) {
    uint32_t done = u32_vec_pop(&ready);
    c->is_many[done] = false;
    for (uint32_t i = 0; i < calls->callers[done].count; i++)
      if (!--calls->left[calls->callers[done].at[i]])
        u32_vec_push(&ready, calls->callers[done].at[i]);
  }
  for (uint32_t i = 1; i < count; i++) {
    calls->left[i] = 0;
    for (uint32_t k = 0; k < calls->callers[i].count; k++)
      calls->left[i] += c->is_many[calls->callers[i].at[k]];
    if (c->is_many[i] && !calls->left[i])
      u32_vec_push(&ready, i);
  }
  while (ready.count) {
    uint32_t done = u32_vec_pop(&ready);
    c->is_many[done] = false;
    for (uint32_t i = 0; i < calls->callees[done].count; i++) {
      uint32_t callee = calls->callees[done].at[i].id;
      if (c->is_many[callee] && !--calls->left[callee])
        u32_vec_push(&ready, callee);
    }
  }
  u32_vec_release(&ready);
}

// Threads and handlers of a program run beside everything else, with all that
// they call. Without an entry, everything is called from outside, one after the
// other.
static void add_detached(struct cutting *c, const struct calls *calls) {
  struct procedure_id_vec pending = {0};
  struct bitset seen = {0};
  if (c->program->entry.id)
    points_to_detached(c->analysis, &pending);
  while (pending.count) {
    uint32_t id = procedure_id_vec_pop(&pending).id;
    if (!bitset_add(&seen, id))
      continue;
    c->is_many[id] = true;
    procedure_id_vec_append(&pending, calls->callees[id].at,
                            calls->callees[id].count);
  }
  procedure_id_vec_release(&pending);
  bitset_release(&seen);
}

static void find_many(struct cutting *c) {
  struct calls calls;
  uint32_t count = c->program->procedures.count;
  c->is_many = memory_new_zero(count, sizeof *c->is_many);
  list_calls(c, &calls);
  find_recursive(c, &calls);
  add_detached(c, &calls);
  for (uint32_t i = 0; i < count; i++) {
    procedure_id_vec_release(&calls.callees[i]);
    u32_vec_release(&calls.callers[i]);
  }
  free(calls.callees);
  free(calls.callers);
  free(calls.left);
}

// Regions

static bool is_single(const struct cutting *c, const struct target *at) {
  const struct memory_info *info = points_to_object(c->analysis, at->object);
  bool is_one = info->kind == MEMORY_GLOBAL || info->kind == MEMORY_STRING ||
                (info->kind == MEMORY_FRAME && !c->is_many[info->procedure.id]);
  return is_one && !points_to_repeats(c->analysis, at->object, at->offset);
}

static int compare_regions(const void *a, const void *b) {
  const struct partition_region *x = a, *y = b;
  if (x->at.object.id != y->at.object.id)
    return x->at.object.id < y->at.object.id ? -1 : 1;
  return x->at.offset < y->at.offset ? -1 : x->at.offset > y->at.offset;
}

static void make_regions(struct cutting *c) {
  struct partition_region_vec *regions = &c->partition->regions;
  for (uint32_t i = 0; i < c->groups.count; i++) {
    const struct group *group = &c->groups.at[i];
    if (group->parent != i)
      continue;
    bool is_mixed = group->is_mixed || group->bytes != group->width;
    enum partition_kind kind = is_mixed                   ? PARTITION_BYTES
                               : is_single(c, &group->at) ? PARTITION_VARIABLE
                                                          : PARTITION_ARRAY;
    partition_region_vec_push(
        regions,
        (struct partition_region){kind, group->at, is_mixed ? 0 : group->width,
                                  group->bytes, 0});
  }
  if (c->has_anywhere)
    partition_region_vec_push(
        regions, (struct partition_region){
                     .kind = PARTITION_SHARED,
                     .at = {points_to_unknown(c->analysis), true, 0}});
  if (regions->count)
    qsort(regions->at, regions->count, sizeof *regions->at, compare_regions);
  for (uint32_t i = 0; i < regions->count; i++) {
    const struct target *at = &regions->at[i].at;
    if (regions->at[i].kind == PARTITION_SHARED)
      continue;
    uint32_t group =
        group_of(c, at->object, at->is_any_offset ? whole : at->offset);
    c->groups.at[group].region = i + 1;
  }
}

// What an access touches

static void touch(struct cutting *c, uint32_t region) {
  for (uint32_t i = 0; i < c->touched.count; i++)
    if (c->touched.at[i] == region)
      return;
  u32_vec_push(&c->touched, region);
}

static void touch_byte(struct cutting *c, struct memory_object object,
                       int64_t offset) {
  uint32_t *group = byte_map_find(&c->bytes, (struct byte){object.id, offset});
  if (group)
    touch(c, c->groups.at[root_of(c, *group)].region - 1);
}

// A block is counted as one place in each object that it may lie in.
static void touch_target(struct cutting *c, const struct target *target,
                         uint64_t width) {
  uint32_t id = target->object.id;
  if (!is_data(c, target) || c->is_shared[id])
    return;
  if (c->is_whole[id])
    touch_byte(c, target->object, whole);
  else if (list_bytes(c, target, width ? width : 1))
    for (uint32_t i = 0; i < c->offsets.count; i++)
      touch_byte(c, target->object, c->offsets.at[i]);
}

static bool is_in_shared(const struct cutting *c) {
  bool found = c->set.is_anywhere;
  for (uint32_t i = 0; i < c->set.targets.count && !found; i++)
    found = c->is_shared[c->set.targets.at[i].object.id];
  return found;
}

static void count_access(struct cutting *c, struct visit visit) {
  struct partition_figures *figures = &c->partition->figures;
  points_to_term(c->analysis, visit.address, &c->set);
  u32_vec_clear(&c->touched);
  if (is_in_shared(c)) {
    touch(c, 0);
    figures->shared++;
  }
  for (uint32_t i = 0; i < c->set.targets.count; i++)
    touch_target(c, &c->set.targets.at[i], visit.width);
  for (uint32_t i = 0; i < c->touched.count; i++)
    c->partition->regions.at[c->touched.at[i]].accesses++;
  figures->accesses++;
  figures->region_sum += c->touched.count;
  if (c->touched.count > figures->region_most)
    figures->region_most = c->touched.count;
}

void partition_init(struct partition *partition, const struct program *program,
                    const struct points_to *analysis) {
  *partition = (struct partition){.analysis = analysis};
  uint32_t objects = points_to_object_count(analysis) + 1;
  struct cutting c = {.partition = partition,
                      .program = program,
                      .analysis = analysis,
                      .is_whole = memory_new_zero(objects, sizeof(bool)),
                      .is_shared = memory_new_zero(objects, sizeof(bool))};
  find_many(&c);
  each_access(&c, note_objects);
  note_shared(&c);
  each_access(&c, cut_access);
  join_whole(&c);
  make_regions(&c);
  each_access(&c, count_access);
  byte_map_release(&c.bytes);
  group_vec_release(&c.groups);
  points_to_set_release(&c.set);
  offset_vec_release(&c.offsets);
  u32_vec_release(&c.touched);
  free(c.is_whole);
  free(c.is_shared);
  free(c.is_many);
}

void partition_release(struct partition *partition) {
  partition_region_vec_release(&partition->regions);
}

// Printing

static void print_region(const struct partition *partition,
                         const struct partition_region *region,
                         struct strbuf *out) {
  struct target at = region->at;
  struct points_to_set set = {.targets = {&at, 1, 1}};
  strbuf_add(out, "region ");
  switch (region->kind) {
  case PARTITION_SHARED: strbuf_add(out, "anywhere: shared"); break;
  case PARTITION_BYTES:
    points_to_print_set(partition->analysis, &set, out);
    strbuf_add(out, ": bytes");
    break;
  case PARTITION_ARRAY:
  case PARTITION_VARIABLE:
    points_to_print_set(partition->analysis, &set, out);
    strbuf_format(out, ": %s of %llu",
                  region->kind == PARTITION_ARRAY ? "array" : "variable",
                  (unsigned long long)region->width);
    break;
  }
  strbuf_format(out, ", %llu accesses\n", (unsigned long long)region->accesses);
}

void partition_print(const struct partition *partition, struct strbuf *out) {
  for (uint32_t i = 0; i < partition->regions.count; i++)
    print_region(partition, &partition->regions.at[i], out);
}

void partition_print_figures(const struct partition *partition,
                             struct strbuf *out) {
  const struct partition_figures *f = &partition->figures;
  uint64_t kinds[PARTITION_SHARED + 1] = {0}, most = 0, sum = 0;
  for (uint32_t i = 0; i < partition->regions.count; i++) {
    const struct partition_region *region = &partition->regions.at[i];
    kinds[region->kind]++;
    if (region->kind == PARTITION_SHARED)
      continue;
    sum += region->accesses;
    if (region->accesses > most)
      most = region->accesses;
  }
  uint64_t own = partition->regions.count - kinds[PARTITION_SHARED];
  strbuf_format(
      out,
      "regions=%u variables=%llu arrays=%llu bytes=%llu shared_objects=%llu "
      "accesses=%llu shared=%llu regions_average=%.2f regions_most=%llu "
      "accesses_average=%.2f accesses_most=%llu\n",
      partition->regions.count, (unsigned long long)kinds[PARTITION_VARIABLE],
      (unsigned long long)kinds[PARTITION_ARRAY],
      (unsigned long long)kinds[PARTITION_BYTES],
      (unsigned long long)f->shared_objects, (unsigned long long)f->accesses,
      (unsigned long long)f->shared,
      (double)f->region_sum / (double)(f->accesses ? f->accesses : 1),
      (unsigned long long)f->region_most, (double)sum / (double)(own ? own : 1),
      (unsigned long long)most);
}
