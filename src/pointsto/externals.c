// What external functions do with pointers: the effects of the library's table,
// read when a call is translated.
#include "pointsto/analysis.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "library/routine.h"

bool external_is_known(const char *name) {
  return routine_pointers(name) != NULL;
}

// A call being translated.
struct site {
  struct points_to *analysis;
  struct procedure_id caller;
  struct edge_id edge;
  const struct operation *op;
  const struct procedure *callee;
  const char *at; // in the effects
};

// Reading

static bool accept(struct site *site, const char *text) {
  size_t length = strlen(text);
  if (strncmp(site->at, text, length))
    return false;
  site->at += length;
  return true;
}

static struct term read_argument(struct site *site) {
  CHECK(isdigit((unsigned char)*site->at), "bad summary of %s: %s",
        name_text(site->analysis->program->names, site->callee->name),
        site->at);
  uint32_t index = (uint32_t)strtoul(site->at, (char **)&site->at, 10);
  return index < site->op->call.count ? site->op->call.arguments[index]
                                      : (struct term){0};
}

static uint32_t argument_node(struct site *site) {
  return analysis_value(site->analysis, read_argument(site));
}

static uint32_t *saved_node(struct site *site) {
  uint32_t *node = &site->analysis->saved.at[site->callee->self.id];
  if (!*node)
    *node = inclusion_add_node(site->analysis->system);
  return node;
}

static uint32_t object_node(struct site *site, struct memory_object object) {
  struct points_to *analysis = site->analysis;
  uint32_t node = inclusion_add_node(analysis->system);
  inclusion_point(analysis->system, node,
                  analysis_system_object(analysis, object), 0);
  return node;
}

static struct memory_object heap_object(struct site *site) {
  struct points_to *analysis = site->analysis;
  return analysis_site(analysis, site->caller, site->edge, MEMORY_HEAP,
                       (struct term){0}, site->op->call.target,
                       name_text(analysis->program->names, site->callee->name));
}

static uint32_t library_node(struct site *site) {
  struct points_to *analysis = site->analysis;
  uint32_t node = inclusion_add_node(analysis->system);
  struct memory_object object = analysis_library(analysis, site->callee->self);
  inclusion_point_any(analysis->system, node,
                      analysis_system_object(analysis, object));
  return node;
}

// The number that an argument is, or 0.
static uint64_t constant_argument(struct site *site) {
  const struct term_table *terms = site->analysis->program->terms;
  struct term t = read_argument(site);
  if (term_is_none(t) || !term_is_const(terms, t) ||
      term_value(terms, t) > INT32_MAX)
    return 0;
  return (uint64_t)term_value(terms, t);
}

static uint32_t read_plain_value(struct site *site) {
  uint32_t node = argument_node(site);
  if (accept(site, "+"))
    return analysis_blurred(site->analysis, node);
  if (accept(site, "%")) {
    uint64_t stride = constant_argument(site);
    return stride ? analysis_moved(site->analysis, node, 0, stride)
                  : analysis_blurred(site->analysis, node);
  }
  return node;
}

static uint32_t read_loaded_value(struct site *site) {
  struct points_to *analysis = site->analysis;
  uint32_t address = argument_node(site);
  uint32_t node = inclusion_add_node(analysis->system);
  inclusion_load(analysis->system, address, node, analysis->word);
  return accept(site, "+") ? analysis_blurred(analysis, node) : node;
}

static uint32_t read_value(struct site *site) {
  if (accept(site, "heap"))
    return object_node(site, heap_object(site));
  if (accept(site, "lib") || accept(site, "file"))
    return library_node(site);
  if (accept(site, "any"))
    return site->analysis->unknown;
  if (accept(site, "saved"))
    return *saved_node(site);
  if (accept(site, "-"))
    return 0;
  if (accept(site, "*"))
    return read_loaded_value(site);
  return read_plain_value(site);
}

// Effects

static void store_effect(struct site *site) {
  struct points_to *analysis = site->analysis;
  bool is_saved = accept(site, "saved");
  uint32_t address = is_saved ? *saved_node(site) : read_plain_value(site);
  CHECK(accept(site, "="), "bad summary: %s", site->at);
  uint32_t value = read_value(site);
  if (is_saved)
    inclusion_flow(analysis->system, value, address);
  else
    inclusion_store(analysis->system, address, value, analysis->word);
}

// The size of the elements that a new object was typed to have, or 1.
static uint64_t heap_stride(struct site *site) {
  const struct layout *layout = inclusion_layout(
      site->analysis->system,
      analysis_system_object(site->analysis, heap_object(site)));
  bool is_array = layout->arrays.count && layout->arrays.at[0].is_whole;
  return is_array ? (uint64_t)layout->arrays.at[0].element : 1;
}

static void copy_effect(struct site *site) {
  struct points_to *analysis = site->analysis;
  const struct term_table *terms = analysis->program->terms;
  uint64_t unit = strncmp(site->at, "heap", 4) ? 1 : heap_stride(site);
  uint32_t to = read_value(site);
  CHECK(accept(site, ","), "bad summary: %s", site->at);
  uint32_t from = read_value(site);
  CHECK(accept(site, ","), "bad summary: %s", site->at);
  uint64_t size = 0, stride = unit;
  if (!accept(site, "-")) {
    struct term t = read_argument(site);
    if (!term_is_none(t) && term_is_const(terms, t))
      size = term_value(terms, t) <= INT32_MAX ? (uint64_t)term_value(terms, t)
                                               : 0;
    else if (!term_is_none(t))
      stride = analysis_divisor(terms, t);
  }
  inclusion_copy(analysis->system, to, from, size, stride);
}

static void sort_effect(struct site *site) {
  uint32_t base = argument_node(site);
  CHECK(accept(site, ","), "bad summary: %s", site->at);
  uint64_t stride = constant_argument(site);
  struct inclusion *system = site->analysis->system;
  if (stride) {
    inclusion_copy(system, base, base, 0, stride);
  } else {
    uint32_t anywhere = analysis_blurred(site->analysis, base);
    inclusion_copy(system, anywhere, anywhere, 0, 1);
  }
}

static void call_effect(struct site *site, enum watch_kind kind) {
  struct points_to *analysis = site->analysis;
  uint32_t function = read_value(site);
  struct watch watch = {
      .kind = kind, .procedure = site->caller, .edge = site->edge};
  CHECK(accept(site, ":"), "bad summary: %s", site->at);
  while (*site->at && *site->at != ' ') {
    CHECK(watch.argument_count < WATCH_ARGUMENTS, "callback is too long");
    watch.arguments[watch.argument_count++] = read_value(site);
    accept(site, ",");
  }
  inclusion_watch(analysis->system, function,
                  watch_vec_push(&analysis->watches, watch));
}

// Conversions that store pointers.
static bool makes_pointers(const char *format) {
  for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
    at++;
    at += strspn(at, "*'0123456789$");
    if (*at == 'm' || *at == 'p')
      return true;
    at += *at != 0;
  }
  return false;
}

// Whether some argument is a literal, and none a literal with %p or %m. The
// format is one of the first two arguments.
static bool scan_is_harmless(struct site *site) {
  const struct program *program = site->analysis->program;
  for (uint32_t i = 0; i < site->op->call.count && i < 2; i++) {
    struct term t = site->op->call.arguments[i];
    if (term_op(program->terms, t) != OP_VAR)
      continue;
    struct variable variable = program_variable_of(program, t);
    const struct variable_info *info = program_variable(program, variable);
    if (variable_is_none(variable) || info->kind != VARIABLE_ADDRESS)
      continue;
    const struct object_info *object = program_object(program, info->object);
    if (object->kind == OBJECT_STRING && object->bytes && object->size &&
        !object->bytes[object->size - 1] &&
        !makes_pointers((const char *)object->bytes))
      return true;
  }
  return false;
}

// Of no interest here: what must not overlap, bytes that are no pointers,
// variables of the library, and how the program ends.
static bool skip_effect(struct site *site) {
  if (!accept(site, "apart:") && !accept(site, "globals") &&
      !accept(site, "close:") && !accept(site, "change:") &&
      !accept(site, "state:") && !accept(site, "uses:") &&
      !accept(site, "exits"))
    return false;
  site->at += strcspn(site->at, " ");
  return true;
}

static void apply_effect(struct site *site) {
  struct points_to *analysis = site->analysis;
  if (skip_effect(site))
    return;
  if (accept(site, "->")) {
    uint32_t target = analysis_variable(analysis, site->op->call.target);
    inclusion_flow(analysis->system, read_value(site), target);
  } else if (accept(site, "*"))
    store_effect(site);
  else if (accept(site, "copy:"))
    copy_effect(site);
  else if (accept(site, "sort:"))
    sort_effect(site);
  else if (accept(site, "call:"))
    call_effect(site, WATCH_CALLBACK);
  else if (accept(site, "later:"))
    call_effect(site, WATCH_LATER);
  else if (accept(site, "keep:"))
    inclusion_leak(analysis->system, read_value(site));
  else if (!accept(site, "scan"))
    CHECK(false, "bad summary: %s", site->at);
  else if (!scan_is_harmless(site))
    analysis_unknown_call(site->analysis, site->op);
}

void analysis_external_call(struct points_to *analysis,
                            struct procedure_id caller, struct edge_id edge,
                            const struct operation *op,
                            const struct procedure *callee) {
  const char *name = name_text(analysis->program->names, callee->name);
  struct site site = {analysis, caller, edge,
                      op,       callee, routine_pointers(name)};
  if (!site.at) {
    analysis_unknown_call(analysis, op);
    return;
  }
  while (*site.at) {
    apply_effect(&site);
    CHECK(!*site.at || *site.at == ' ', "bad summary of %s: %s", name, site.at);
    site.at += *site.at == ' ';
  }
}
