#include "bp/explore.h"

#include <string.h>

#include "base/hash.h"
#include "bp/concrete.h"

// A valuation as a name: its truth values as digits, after a letter so that
// there is always something to name.

// A way into a procedure, and what is known of it.
struct entry {
  uint32_t procedure;
  struct name values;     // of globals and parameters
  struct u32_vec exits;   // names of globals and returned values, by id
  struct u32_vec callers; // paths that call this way
};

VEC_DEFINE(entry_vec, struct entry);

struct path {
  uint32_t entry;
  uint32_t location;
  struct name values;
};

VEC_DEFINE(path_vec, struct path);

static uint64_t path_hash(struct path path) {
  return hash_mix(hash_mix(path.entry, path.location), path.values.id);
}
static bool path_equal(struct path a, struct path b) {
  return a.entry == b.entry && a.location == b.location &&
         name_equal(a.values, b.values);
}

MAP_DEFINE(path_map, struct path, bool, path_hash, path_equal);
NUMBER_MAP_DEFINE(pair_map, uint64_t, uint32_t);

struct explorer {
  const struct bp_code *code;
  const struct bp *bp;
  struct exploration *result;
  struct interner *valuations;
  struct entry_vec entries;
  struct pair_map entry_of; // (procedure, values)
  struct pair_map exit_of;  // (entry, values): is it there?
  struct pair_map seen;     // (location, values): is it there?
  struct path_map known;
  struct path_vec paths; // the work is the rest from `next` on
  uint32_t next;
  uint64_t limit; // of paths
  struct strbuf buffer;
};

static bool is_full(const struct explorer *e) {
  return e->paths.count > e->limit;
}

static uint64_t pair(uint32_t a, uint32_t b) {
  return (uint64_t)a << 32 | b;
}

static struct name name_values(struct explorer *e, const bool *a, uint32_t n,
                               const bool *b, uint32_t m) {
  strbuf_clear(&e->buffer);
  strbuf_char(&e->buffer, 'v');
  for (uint32_t i = 0; i < n; i++)
    strbuf_char(&e->buffer, a[i] ? '1' : '0');
  for (uint32_t i = 0; i < m; i++)
    strbuf_char(&e->buffer, b[i] ? '1' : '0');
  return intern(e->valuations, strbuf_text(&e->buffer));
}

// Fills an array with the values of a name; returns how many there are.
static uint32_t read_values(const struct explorer *e, struct name name,
                            bool *values) {
  const char *text = name_text(e->valuations, name);
  uint32_t count = (uint32_t)name_length(e->valuations, name) - 1;
  for (uint32_t i = 0; i < count; i++)
    values[i] = text[i + 1] == '1';
  return count;
}

static bool *new_values(const struct explorer *e, uint32_t procedure) {
  return memory_new_zero(bp_slot_count(e->bp, procedure) + 1u, sizeof(bool));
}

// Paths

static void add_path(struct explorer *e, uint32_t entry, uint32_t statement,
                     const bool *values) {
  uint32_t procedure = e->entries.at[entry].procedure;
  struct path path = {
      entry, bp_code_location(e->code, procedure, statement),
      name_values(e, values, bp_slot_count(e->bp, procedure), NULL, 0)};
  bool is_new;
  path_map_insert(&e->known, path, &is_new);
  if (!is_new)
    return;
  path_vec_push(&e->paths, path);
  e->result->path_count++;
  pair_map_insert(&e->seen, pair(path.location, path.values.id), &is_new);
  e->result->reached[path.location] += is_new;
}

static void begin_entry(struct explorer *e, uint32_t entry) {
  uint32_t procedure = e->entries.at[entry].procedure;
  bool *values = new_values(e, procedure);
  struct bp_choices locals;
  uint32_t given = read_values(e, e->entries.at[entry].values, values);
  bp_choices_of_locals(&locals, e->bp, procedure);
  for (bool ok = bp_choices_first(&locals); ok && !is_full(e);
       ok = bp_choices_next(&locals)) {
    memcpy(values + given, locals.values, locals.count * sizeof *values);
    if (bp_is_enforced(e->bp, procedure, values))
      add_path(e, entry, 0, values);
  }
  bp_choices_release(&locals);
  free(values);
}

static uint32_t find_entry(struct explorer *e, uint32_t procedure,
                           struct name values) {
  bool is_new;
  uint32_t *index =
      pair_map_insert(&e->entry_of, pair(procedure, values.id), &is_new);
  if (is_new) {
    uint32_t added = *index = entry_vec_push(
        &e->entries, (struct entry){.procedure = procedure, .values = values});
    begin_entry(e, added);
    return added;
  }
  return *index;
}

// Calls and returns

static void leave(struct explorer *e, struct path caller, struct name exit) {
  uint32_t procedure = e->entries.at[caller.entry].procedure;
  uint32_t statement =
      caller.location - e->code->graph.parts.at[procedure].entry;
  const struct bp_statement *s =
      &e->bp->procedures.at[procedure].statements.at[statement];
  uint32_t globals = e->bp->globals.count;
  bool *values = new_values(e, procedure);
  bool *out =
      memory_new_zero(name_length(e->valuations, exit) + 1, sizeof *out);
  read_values(e, caller.values, values);
  read_values(e, exit, out);
  memcpy(values, out, globals * sizeof *values);
  for (uint32_t i = 0; i < s->variable_count; i++)
    if (!s->is_dropped[i])
      values[bp_slot(e->bp, s->variables[i])] = out[globals + i];
  if (bp_is_enforced(e->bp, procedure, values))
    add_path(e, caller.entry, statement + 1, values);
  free(values);
  free(out);
}

static void call(struct explorer *e, uint32_t index,
                 const struct bp_statement *s, const bool *now) {
  struct bp_choices choices;
  bp_choices_of_values(&choices, e->bp, s, now);
  for (bool ok = bp_choices_first(&choices); ok && !is_full(e);
       ok = bp_choices_next(&choices)) {
    struct name values = name_values(e, now, e->bp->globals.count,
                                     choices.values, choices.count);
    uint32_t entry = find_entry(e, s->callee, values);
    u32_vec_push(&e->entries.at[entry].callers, index);
    for (uint32_t i = 0; i < e->entries.at[entry].exits.count; i++)
      leave(e, e->paths.at[index],
            (struct name){e->entries.at[entry].exits.at[i]});
  }
  bp_choices_release(&choices);
}

static void return_from(struct explorer *e, uint32_t entry,
                        const struct bp_statement *s, const bool *now) {
  struct bp_choices choices;
  bp_choices_of_values(&choices, e->bp, s, now);
  for (bool ok = bp_choices_first(&choices); ok && !is_full(e);
       ok = bp_choices_next(&choices)) {
    struct name exit = name_values(e, now, e->bp->globals.count, choices.values,
                                   choices.count);
    bool is_new;
    pair_map_insert(&e->exit_of, pair(entry, exit.id), &is_new);
    if (!is_new)
      continue;
    u32_vec_push(&e->entries.at[entry].exits, exit.id);
    for (uint32_t i = 0; i < e->entries.at[entry].callers.count; i++)
      leave(e, e->paths.at[e->entries.at[entry].callers.at[i]], exit);
  }
  bp_choices_release(&choices);
}

// Steps

static void assign(struct explorer *e, uint32_t entry, uint32_t statement,
                   const struct bp_statement *s, const bool *now) {
  uint32_t procedure = e->entries.at[entry].procedure;
  bool *next = new_values(e, procedure);
  struct bp_choices choices;
  bp_choices_of_values(&choices, e->bp, s, now);
  for (bool ok = bp_choices_first(&choices); ok && !is_full(e);
       ok = bp_choices_next(&choices))
    if (bp_assign(e->bp, procedure, s, choices.values, now, next))
      add_path(e, entry, statement + 1, next);
  bp_choices_release(&choices);
  free(next);
}

static void find_violations(struct explorer *e, uint32_t procedure,
                            uint32_t statement, const bool *now) {
  for (uint32_t i = 0; i < e->code->rows.count; i++) {
    const struct bp_row *row = &e->code->rows.at[i];
    if (row->procedure == procedure &&
        (row->kind == BP_ROW_ABORTIF || row->statement == statement) &&
        bp_can_be(e->bp, row->failed, now, true))
      e->result->is_violated[i] = true;
  }
}

static void move(struct explorer *e, uint32_t entry, uint32_t statement,
                 const bool *now) {
  uint32_t procedure = e->entries.at[entry].procedure, to;
  for (uint32_t i = 0; bp_next_place(e->bp, procedure, statement, now, i, &to);
       i++)
    add_path(e, entry, to, now);
}

static void take_path(struct explorer *e, uint32_t index) {
  struct path path = e->paths.at[index];
  uint32_t procedure = e->entries.at[path.entry].procedure;
  uint32_t statement = path.location - e->code->graph.parts.at[procedure].entry;
  const struct bp_statement *s =
      &e->bp->procedures.at[procedure].statements.at[statement];
  bool *now = new_values(e, procedure);
  read_values(e, path.values, now);
  find_violations(e, procedure, statement, now);
  switch (s->kind) {
  case BP_CALL: call(e, index, s, now); break;
  case BP_RETURN: return_from(e, path.entry, s, now); break;
  case BP_ASSIGN: assign(e, path.entry, statement, s, now); break;
  default: move(e, path.entry, statement, now); break;
  }
  free(now);
}

// The program begins with any values of its globals and of main's parameters
// that are not given.
static void begin_program(struct explorer *e) {
  uint32_t parameters = e->bp->procedures.at[e->bp->main].parameter_count;
  struct bp_choices globals, given;
  bp_choices_of_globals(&globals, e->bp);
  bp_choices_init(&given, parameters);
  memset(given.possible, BP_CAN_BE_BOTH, parameters);
  for (bool ok = bp_choices_first(&globals); ok && !is_full(e);
       ok = bp_choices_next(&globals))
    for (bool more = bp_choices_first(&given); more && !is_full(e);
         more = bp_choices_next(&given))
      find_entry(e, e->bp->main,
                 name_values(e, globals.values, globals.count, given.values,
                             given.count));
  bp_choices_release(&globals);
  bp_choices_release(&given);
}

static void release(struct explorer *e) {
  for (uint32_t i = 0; i < e->entries.count; i++) {
    u32_vec_release(&e->entries.at[i].exits);
    u32_vec_release(&e->entries.at[i].callers);
  }
  entry_vec_release(&e->entries);
  pair_map_release(&e->entry_of);
  pair_map_release(&e->exit_of);
  pair_map_release(&e->seen);
  path_map_release(&e->known);
  path_vec_release(&e->paths);
  strbuf_release(&e->buffer);
  interner_free(e->valuations);
}

void explore(struct exploration *result, const struct bp_code *code,
             uint64_t limit) {
  struct explorer e = {.code = code,
                       .bp = code->bp,
                       .result = result,
                       .valuations = interner_new(),
                       .limit = limit};
  uint32_t locations = code->graph.part_of.count;
  *result = (struct exploration){
      .is_violated = memory_new_zero(code->rows.count + 1u, sizeof(bool)),
      .reached = memory_new_zero(locations + 1u, sizeof(uint64_t))};
  begin_program(&e);
  while (e.next < e.paths.count && !is_full(&e))
    take_path(&e, e.next++);
  result->is_complete = !is_full(&e);
  release(&e);
}

void exploration_release(struct exploration *result) {
  free(result->is_violated);
  free(result->reached);
}
