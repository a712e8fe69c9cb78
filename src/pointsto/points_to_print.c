// The result as text.
#include <stdlib.h>

#include "pointsto/analysis.h"
#include "program/print.h"

static const char *text(const struct points_to *analysis, struct name name) {
  return name_text(analysis->program->names, name);
}

// Objects and targets

void points_to_print_object(const struct points_to *analysis,
                            struct memory_object object, struct strbuf *out) {
  const struct memory_info *info = points_to_object(analysis, object);
  if (info->kind == MEMORY_FRAME) {
    const struct procedure *owner =
        program_procedure(analysis->program, info->procedure);
    strbuf_format(out, "%s::", text(analysis, owner->name));
  }
  strbuf_add(out, text(analysis, info->name));
}

// "[0]" where any element is meant becomes "[*]".
static void print_path(const char *path, bool repeats, struct strbuf *out) {
  for (; *path; path++) {
    bool is_first = path[0] == '[' && path[1] == '0' && path[2] == ']';
    if (repeats && is_first) {
      strbuf_add(out, "[*]");
      path += 2;
    } else {
      strbuf_char(out, *path);
    }
  }
}

static void print_offset(const struct points_to *analysis,
                         struct memory_object object, int64_t offset,
                         struct strbuf *out) {
  const struct memory_info *info = points_to_object(analysis, object);
  const struct ctype_table *types = analysis->program->types;
  struct strbuf path = {0};
  struct ctype found;
  bool repeats = points_to_repeats(analysis, object, offset);
  bool is_array = info->kind == MEMORY_HEAP && repeats;
  if (offset >= 0 && info->type.id &&
      ctype_path(types, info->type, (uint64_t)offset, 0, &path, &found)) {
    strbuf_add(out, is_array ? "[*]" : "");
    print_path(strbuf_text(&path), repeats, out);
  } else if (offset || repeats) {
    strbuf_format(out, repeats ? "[*]%+lld" : "%+lld", (long long)offset);
  }
  strbuf_release(&path);
}

static void print_target(const struct points_to *analysis,
                         const struct target *target, struct strbuf *out) {
  const struct memory_info *info = points_to_object(analysis, target->object);
  if (info->kind == MEMORY_UNKNOWN) {
    strbuf_add(out, "anywhere");
    return;
  }
  points_to_print_object(analysis, target->object, out);
  if (target->is_any_offset)
    strbuf_add(out, "+?");
  else if (info->kind != MEMORY_FUNCTION || target->offset)
    print_offset(analysis, target->object, target->offset, out);
}

void points_to_print_set(const struct points_to *analysis,
                         const struct points_to_set *set, struct strbuf *out) {
  strbuf_char(out, '{');
  for (uint32_t i = 0; i < set->targets.count; i++) {
    strbuf_add(out, i ? ", " : "");
    print_target(analysis, &set->targets.at[i], out);
  }
  strbuf_char(out, '}');
}

// Objects and what they hold

static void print_cell(const struct points_to *analysis, struct target at,
                       struct strbuf *out) {
  struct points_to_set set = {0};
  points_to_contents(analysis, at, &set);
  if (set.targets.count) {
    strbuf_add(out, "  ");
    print_target(analysis, &at, out);
    strbuf_add(out, " -> ");
    points_to_print_set(analysis, &set, out);
    strbuf_char(out, '\n');
  }
  points_to_set_release(&set);
}

static int compare_offsets(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static void print_contents(const struct points_to *analysis,
                           struct memory_object object, struct strbuf *out) {
  uint32_t inner = analysis_system_object(analysis, object);
  uint32_t count = inclusion_cell_count(analysis->system, inner);
  struct offset_vec offsets = {0};
  for (uint32_t i = 0; i < count; i++)
    offset_vec_push(&offsets,
                    inclusion_cell_offset(analysis->system, inner, i));
  if (count > 1)
    qsort(offsets.at, count, sizeof *offsets.at, compare_offsets);
  for (uint32_t i = 0; i < count; i++)
    print_cell(analysis, (struct target){object, false, offsets.at[i]}, out);
  if (!count)
    print_cell(analysis, (struct target){object, true, 0}, out);
  offset_vec_release(&offsets);
}

static const char *kind_text(enum memory_kind kind) {
  switch (kind) {
  case MEMORY_UNKNOWN: return "unknown";
  case MEMORY_GLOBAL: return "global";
  case MEMORY_STRING: return "string";
  case MEMORY_FRAME: return "frame";
  case MEMORY_FUNCTION: return "function";
  case MEMORY_HEAP: return "heap";
  case MEMORY_STACK: return "stack";
  case MEMORY_LIBRARY: return "library";
  case MEMORY_INPUT: return "input";
  }
  return "?";
}

static void print_object_line(const struct points_to *analysis,
                              struct memory_object object, struct strbuf *out) {
  const struct memory_info *info = points_to_object(analysis, object);
  strbuf_format(out, "%s ", kind_text(info->kind));
  points_to_print_object(analysis, object, out);
  if (info->has_size && info->kind != MEMORY_FUNCTION)
    strbuf_format(out, " (%llu bytes)", (unsigned long long)info->size);
  strbuf_add(out, info->escapes ? " escapes\n" : "\n");
}

// Accesses

struct line {
  const struct points_to *analysis;
  const struct procedure *procedure;
  const struct edge *edge;
};

static void print_pointer(const struct line *line, const char *role,
                          struct term pointer, struct strbuf *out) {
  struct points_to_set set = {0};
  struct position position = line->edge->position;
  points_to_term(line->analysis, pointer, &set);
  strbuf_format(out, "  %u:%u  %s ", position.line, position.column, role);
  program_print_term(line->analysis->program, pointer, out);
  strbuf_add(out, " -> ");
  points_to_print_set(line->analysis, &set, out);
  strbuf_char(out, '\n');
  points_to_set_release(&set);
}

static void print_procedures(const struct points_to *analysis,
                             const char *title,
                             const struct procedure_id_vec *procedures,
                             struct strbuf *out) {
  strbuf_add(out, title);
  for (uint32_t i = 0; i < procedures->count; i++) {
    const struct procedure *p =
        program_procedure(analysis->program, procedures->at[i]);
    strbuf_format(out, "%s%s", i ? ", " : "", text(analysis, p->name));
  }
  strbuf_char(out, '\n');
}

static void print_call(const struct line *line, struct edge_id edge,
                       struct strbuf *out) {
  const struct points_to *analysis = line->analysis;
  const struct operation *op = &line->edge->op;
  struct procedure_id_vec list = {0};
  if (!op->call.callee.id) {
    print_pointer(line, "call", op->call.function, out);
    points_to_callees(analysis, line->procedure->self, edge, &list);
    print_procedures(analysis, "         may call ", &list, out);
    procedure_id_vec_clear(&list);
  }
  points_to_callbacks(analysis, line->procedure->self, edge, &list);
  if (list.count) {
    struct position position = line->edge->position;
    strbuf_format(out, "  %u:%u  ", position.line, position.column);
    print_procedures(analysis, "call that may call back ", &list, out);
  }
  procedure_id_vec_release(&list);
}

static void print_operation(const struct line *line, struct edge_id edge,
                            struct strbuf *out) {
  const struct operation *op = &line->edge->op;
  switch (op->kind) {
  case OPERATION_LOAD:
    print_pointer(line, "load", op->memory.address, out);
    break;
  case OPERATION_STORE:
    print_pointer(line, "store", op->memory.address, out);
    break;
  case OPERATION_UPDATE:
    print_pointer(line, "update", op->memory.address, out);
    break;
  case OPERATION_COPY:
    print_pointer(line, "copy to", op->block.address, out);
    print_pointer(line, "copy from", op->block.source, out);
    break;
  case OPERATION_FILL:
    print_pointer(line, "fill", op->block.address, out);
    break;
  case OPERATION_FREE:
    print_pointer(line, "free", op->free.address, out);
    break;
  case OPERATION_CALL: print_call(line, edge, out); break;
  default: break;
  }
}

static void print_procedure(const struct points_to *analysis,
                            const struct procedure *procedure,
                            struct strbuf *out) {
  strbuf_format(out, "procedure %s\n", text(analysis, procedure->name));
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct line line = {analysis, procedure, &procedure->edges.at[i]};
    print_operation(&line, (struct edge_id){i}, out);
  }
}

// Variables that hold pointers

static void print_variables(const struct points_to *analysis,
                            const struct variable_vec *variables,
                            struct strbuf *out) {
  const struct program *program = analysis->program;
  struct points_to_set set = {0};
  for (uint32_t i = 0; i < variables->count; i++) {
    const struct variable_info *info =
        program_variable(program, variables->at[i]);
    if (info->kind == VARIABLE_ADDRESS || info->kind == VARIABLE_TEMPORARY)
      continue;
    points_to_term(analysis, info->term, &set);
    if (!set.targets.count)
      continue;
    strbuf_format(out, "  %s -> ", text(analysis, info->name));
    points_to_print_set(analysis, &set, out);
    strbuf_char(out, '\n');
  }
  points_to_set_release(&set);
}

static void print_globals(const struct points_to *analysis,
                          struct strbuf *out) {
  const struct program *program = analysis->program;
  struct variable_vec globals = {0};
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL)
      variable_vec_push(&globals, (struct variable){i});
  print_variables(analysis, &globals, out);
  variable_vec_release(&globals);
}

// External functions of which nothing is known.
static void print_unknown(const struct points_to *analysis,
                          struct strbuf *out) {
  const struct program *program = analysis->program;
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *p = program->procedures.at[i];
    if (!p->is_defined && points_to_is_reached(analysis, p->self) &&
        !external_is_known(text(analysis, p->name)))
      strbuf_format(out, "no summary of %s\n", text(analysis, p->name));
  }
}

void points_to_print(const struct points_to *analysis, struct strbuf *out) {
  print_unknown(analysis, out);
  for (uint32_t i = 2; i <= points_to_object_count(analysis); i++) {
    struct memory_object object = {i};
    print_object_line(analysis, object, out);
    print_contents(analysis, object, out);
  }
  strbuf_add(out, "globals\n");
  print_globals(analysis, out);
  for (uint32_t i = 0; i < analysis->reached.count; i++) {
    const struct procedure *procedure =
        program_procedure(analysis->program, analysis->reached.at[i]);
    print_procedure(analysis, procedure, out);
    print_variables(
        analysis,
        &program_procedure(analysis->program, procedure->frame)->variables,
        out);
  }
}

void points_to_print_figures(const struct points_to *analysis,
                             struct strbuf *out) {
  const struct points_to_figures *f = points_to_figures(analysis);
  uint64_t pointers = f->pointers ? f->pointers : 1;
  strbuf_format(
      out,
      "procedures=%llu objects=%u nodes=%llu merged=%llu edges=%llu "
      "waves=%llu propagations=%llu pointers=%llu anywhere=%llu empty=%llu "
      "targets_average=%.2f targets_most=%llu objects_average=%.2f "
      "objects_most=%llu piecewise=%llu set_kb=%llu\n",
      (unsigned long long)f->procedures, points_to_object_count(analysis),
      (unsigned long long)f->nodes, (unsigned long long)f->merged_nodes,
      (unsigned long long)f->edges, (unsigned long long)f->waves,
      (unsigned long long)f->propagations, (unsigned long long)f->pointers,
      (unsigned long long)f->anywhere, (unsigned long long)f->empty,
      (double)f->target_sum / (double)pointers,
      (unsigned long long)f->target_most,
      (double)f->object_sum / (double)pointers,
      (unsigned long long)f->object_most, (unsigned long long)f->piecewise,
      (unsigned long long)f->set_bytes / 1024);
}
