// `vouch init f.c ...`: a specification to begin with, on the standard output.
// It imports the rules that come with vouch whose functions are called, has a
// check for each function that nobody calls, and lists the functions that are
// not among the files. What it says holds of every program; it is to be edited.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exit_code.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/session.h"
#include "cli/specs_folder.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "spec/shipped.h"

// A function to be checked, and what it and the bodies that it calls call.
struct entry {
  struct procedure *procedure;
  struct name_vec calls;
};

VEC_DEFINE(entry_vec, struct entry);

struct start {
  struct session *session;
  const struct program *program;
  struct shipped shipped;
  struct entry_vec entries;
  struct procedure_vec unseen; // without a body, in the order of calls
  struct name_vec imports;     // files of rules that fit
  struct strbuf out;
};

static bool has_name(const struct name_vec *names, struct name name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (name_equal(names->at[i], name))
      return true;
  return false;
}

static bool has_any(const struct name_vec *names, const struct name_vec *of) {
  for (uint32_t i = 0; i < of->count; i++)
    if (has_name(names, of->at[i]))
      return true;
  return false;
}

static const char *text(const struct start *start, struct name name) {
  return name_text(start->session->names, name);
}

// ---- What calls what --------------------------------------------------------

static struct procedure *callee_of(const struct start *start,
                                   const struct operation *op) {
  return op->kind == OPERATION_CALL && op->call.callee.id
             ? program_procedure(start->program, op->call.callee)
             : NULL;
}

static bool is_of_files(const struct start *start,
                        const struct procedure *procedure) {
  char own[PATH_MAX], given[PATH_MAX];
  if (name_is_none(procedure->position.file) ||
      !realpath(text(start, procedure->position.file), own))
    return false;
  for (uint32_t i = 0; i < start->session->files.count; i++)
    if (realpath(text(start, start->session->files.at[i]), given) &&
        !strcmp(own, given))
      return true;
  return false;
}

// Functions whose name is a C name and whose body is in the files.
static bool can_be_checked(const struct start *start,
                           const struct procedure *procedure) {
  return procedure && procedure->kind == PROCEDURE_FUNCTION &&
         procedure->is_defined && !strchr(text(start, procedure->name), '.') &&
         is_of_files(start, procedure);
}

static void mark_called(const struct start *start, struct bitset *called) {
  for (uint32_t i = 1; i < start->program->procedures.count; i++) {
    const struct procedure *procedure = start->program->procedures.at[i];
    for (uint32_t k = 1; procedure && k < procedure->edges.count; k++) {
      struct procedure *callee = callee_of(start, &procedure->edges.at[k].op);
      if (callee && callee != procedure)
        bitset_add(called, callee->self.id);
    }
  }
}

static void add_calls(struct start *start, const struct procedure *procedure,
                      struct name_vec *calls) {
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    struct procedure *callee = callee_of(start, &procedure->edges.at[i].op);
    if (callee && !has_name(calls, callee->name))
      name_vec_push(calls, callee->name);
  }
}

static void add_entry(struct start *start, struct procedure *procedure) {
  struct entry entry = {.procedure = procedure};
  struct callgraph graph;
  callgraph_init(&graph, start->program, procedure->self);
  for (uint32_t i = 0; i < graph.order.count; i++)
    add_calls(start, program_procedure(start->program, graph.order.at[i]),
              &entry.calls);
  callgraph_release(&graph);
  entry_vec_push(&start->entries, entry);
}

// main, or the functions that nobody calls, or all that others can call.
static void find_entries(struct start *start) {
  struct bitset called = {0};
  mark_called(start, &called);
  for (int pass = 0; pass < 3 && !start->entries.count; pass++)
    for (uint32_t i = 1; i < start->program->procedures.count; i++) {
      struct procedure *procedure = start->program->procedures.at[i];
      if (!can_be_checked(start, procedure))
        continue;
      bool is_one = pass == 0   ? i == start->program->entry.id
                    : pass == 1 ? !bitset_has(&called, i)
                                : !procedure->is_internal;
      if (is_one)
        add_entry(start, procedure);
    }
  bitset_release(&called);
}

// ---- Rules that fit ---------------------------------------------------------

enum fit { FITS_NOT, FITS_PARTLY, FITS };

static enum fit fit_of(const struct entry *entry, const struct rule *rule) {
  if (!has_any(&entry->calls, &rule->begins))
    return FITS_NOT;
  return !rule->follows.count || has_any(&entry->calls, &rule->follows)
             ? FITS
             : FITS_PARTLY;
}

// Events and rules of two files may have the same name: the first file that
// fits is taken.
static bool is_excluded(const struct start *start, struct name file) {
  for (uint32_t i = 0; i < start->imports.count; i++)
    if (shipped_clash(&start->shipped, start->imports.at[i], file))
      return true;
  return false;
}

static void find_imports(struct start *start) {
  for (uint32_t i = 0; i < start->shipped.rules.count; i++) {
    const struct rule *rule = &start->shipped.rules.at[i];
    bool is_wanted = false;
    for (uint32_t k = 0; k < start->entries.count; k++)
      is_wanted |= fit_of(&start->entries.at[k], rule) != FITS_NOT;
    if (is_wanted && !has_name(&start->imports, rule->file) &&
        !is_excluded(start, rule->file))
      name_vec_push(&start->imports, rule->file);
  }
}

// ---- Functions without a body -----------------------------------------------

static bool is_described(const struct start *start, struct name function) {
  for (uint32_t i = 0; i < start->imports.count; i++)
    if (shipped_describes(&start->shipped, start->imports.at[i], function))
      return true;
  return false;
}

static bool is_unseen(const struct start *start,
                      const struct procedure *procedure) {
  const char *name = text(start, procedure->name);
  return procedure->kind == PROCEDURE_FUNCTION && !procedure->is_defined &&
         !procedure->is_error && !procedure->is_noreturn &&
         !routine_row(name) && strncmp(name, "__", 2) != 0 &&
         !strchr(name, '.') && !is_described(start, procedure->name);
}

static void find_unseen(struct start *start) {
  for (uint32_t i = 0; i < start->entries.count; i++)
    for (uint32_t k = 0; k < start->entries.at[i].calls.count; k++) {
      struct procedure *callee = program_find(
          start->program, text(start, start->entries.at[i].calls.at[k]));
      bool is_new = callee && is_unseen(start, callee);
      for (uint32_t m = 0; is_new && m < start->unseen.count; m++)
        is_new = start->unseen.at[m] != callee;
      if (is_new)
        procedure_vec_push(&start->unseen, callee);
    }
}

// Can a specification write the type of a parameter or a result?
static bool is_plain(const struct ctype_table *types, struct ctype type,
                     bool is_target) {
  const struct ctype_info *info = ctype_info(types, type);
  const struct ctype_info *bare = ctype_bare(types, type);
  switch (bare->kind) {
  case CTYPE_VOID: return is_target;
  case CTYPE_BOOL:
  case CTYPE_INT: return true;
  case CTYPE_ENUM:
    return !name_is_none(bare->name) || info->kind == CTYPE_TYPEDEF;
  case CTYPE_POINTER:
    return info->kind == CTYPE_TYPEDEF
               ? ctype_bare(types, bare->target)->kind != CTYPE_FUNCTION
               : is_plain(types, bare->target, true);
  case CTYPE_STRUCT:
  case CTYPE_UNION:
    return is_target &&
           (!name_is_none(bare->name) || info->kind == CTYPE_TYPEDEF);
  default: return false;
  }
}

static bool has_plain_type(const struct ctype_table *types,
                           const struct ctype_info *info) {
  bool ok = info->kind == CTYPE_FUNCTION && !info->is_variadic &&
            info->parameter_count <= 26 &&
            (ctype_bare(types, info->target)->kind == CTYPE_VOID ||
             is_plain(types, info->target, false));
  for (uint32_t i = 0; ok && i < info->parameter_count; i++)
    ok = is_plain(types, info->parameters[i], false);
  return ok;
}

// ---- The text ---------------------------------------------------------------

static void print_head(struct start *start) {
  struct strbuf *out = &start->out;
  struct strbuf files = {0};
  for (uint32_t i = 0; i < start->session->files.count; i++)
    strbuf_format(&files, " %s", text(start, start->session->files.at[i]));
  strbuf_format(out,
                "// Rules for%s. Keep this as f.spec, edit it, and run\n//\n"
                "//     vouch spec f.spec%s\n"
                "//     vouch check --spec f.spec%s\n//\n"
                "// The first prints what it means, the second decides each "
                "check.\n",
                strbuf_text(&files), strbuf_text(&files), strbuf_text(&files));
  strbuf_release(&files);
}

static void print_imports(struct start *start) {
  if (!start->imports.count)
    return;
  strbuf_add(&start->out, "\n// Rules that come with vouch, for functions that "
                          "are called here.\n");
  for (uint32_t i = 0; i < start->imports.count; i++)
    strbuf_format(&start->out, "import <%s>;\n",
                  text(start, start->imports.at[i]));
}

static void print_prototype(struct start *start,
                            const struct procedure *procedure,
                            const struct ctype_info *info) {
  const struct ctype_table *types = start->program->types;
  struct strbuf declarator = {0};
  strbuf_format(&declarator, "%s(", text(start, procedure->name));
  for (uint32_t i = 0; i < info->parameter_count; i++) {
    const char name[] = {(char)('a' + i), '\0'};
    strbuf_add(&declarator, i ? ", " : "");
    ctype_print(types, info->parameters[i], name, &declarator);
  }
  strbuf_add(&declarator, info->parameter_count ? ")" : "void)");
  ctype_print(types, info->target, strbuf_text(&declarator), &start->out);
  strbuf_release(&declarator);
}

static void print_unseen_one(struct start *start,
                             const struct procedure *procedure) {
  const struct ctype_table *types = start->program->types;
  const struct ctype_info *info = ctype_bare(types, procedure->type);
  if (!has_plain_type(types, info)) {
    strbuf_format(&start->out,
                  "// %s: write an event for it where it matters\n",
                  text(start, procedure->name));
    return;
  }
  bool is_void = ctype_bare(types, info->target)->kind == CTYPE_VOID;
  strbuf_add(&start->out, "assume proc ");
  print_prototype(start, procedure, info);
  strbuf_format(&start->out,
                " {\n  // modifies nothing;\n  otherwise : return{%s};\n}\n",
                is_void ? "" : "*");
}

static void print_unseen(struct start *start) {
  if (!start->unseen.count)
    return;
  strbuf_add(
      &start->out,
      "\n// Functions that are not among the files. As they stand here they "
      "return\n// anything and may change whatever they can reach, which is "
      "what holds without\n// these lines, too. Say more: `modifies nothing;` "
      "or `modifies *b;`, and what is\n// returned, `return{0}` or `return{$ "
      ">= -1}`. Or give their files, too.\n");
  for (uint32_t i = 0; i < start->unseen.count; i++)
    print_unseen_one(start, start->unseen.at[i]);
  strbuf_add(&start->out, "// Of all functions of which nothing else is said:\n"
                          "// assume others modifies arguments;\n");
}

static void print_lower(const char *name, struct strbuf *out) {
  for (; *name; name++)
    strbuf_char(out, (char)(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name));
}

static void print_check(struct start *start, const char *function,
                        const char *rule) {
  strbuf_format(&start->out, "check %s_", function);
  print_lower(rule, &start->out);
  strbuf_format(&start->out, ": %s refines %s;\n", function, rule);
}

static bool has_all(const struct rule *rule, const struct name_vec *of) {
  for (uint32_t i = 0; i < of->count; i++)
    if (!has_name(&rule->begins, of->at[i]) &&
        !has_name(&rule->follows, of->at[i]))
      return false;
  return true;
}

// Does a rule of the same file that comes before, and fits, speak of all that
// this one speaks of?
static bool is_covered(const struct start *start, const struct entry *entry,
                       const struct rule *rule) {
  for (const struct rule *one = start->shipped.rules.at; one < rule; one++)
    if (name_equal(one->file, rule->file) && fit_of(entry, one) == FITS &&
        has_all(one, &rule->begins) && has_all(one, &rule->follows))
      return true;
  return false;
}

static enum fit print_rule(struct start *start, const struct entry *entry,
                           const struct rule *rule) {
  const char *function = text(start, entry->procedure->name);
  enum fit fit = fit_of(entry, rule);
  if (!has_name(&start->imports, rule->file) || fit == FITS_NOT ||
      is_covered(start, entry, rule))
    return FITS_NOT;
  if (fit == FITS_PARTLY)
    strbuf_format(&start->out,
                  "// %s begins what %s speaks of, and calls nothing that "
                  "ends it: is that meant?\n// ",
                  function, text(start, rule->name));
  print_check(start, function, text(start, rule->name));
  return fit;
}

// True when there is a check.
static bool print_rules(struct start *start, const struct entry *entry) {
  bool found = false;
  for (uint32_t i = 0; i < start->shipped.rules.count; i++)
    found |= print_rule(start, entry, &start->shipped.rules.at[i]) == FITS;
  return found;
}

static void print_checks(struct start *start) {
  strbuf_add(&start->out,
             "\n// A check for each function that starts alone, with any "
             "arguments (main: as\n// the program). `vouch check --function "
             "f` asks about assertions of others.\n");
  for (uint32_t i = 0; i < start->entries.count; i++) {
    const struct entry *entry = &start->entries.at[i];
    const char *function = text(start, entry->procedure->name);
    if (!print_rules(start, entry))
      strbuf_format(&start->out, "check %s_assertions: %s assertions;\n",
                    function, function);
  }
}

static int print_start(struct start *start) {
  find_entries(start);
  if (!start->entries.count) {
    fputs("vouch: error: the files define no function\n"
          "hint: functions of files that they include do not count\n",
          stderr);
    return EXIT_BAD_INPUT;
  }
  find_imports(start);
  find_unseen(start);
  print_head(start);
  print_imports(start);
  print_unseen(start);
  print_checks(start);
  fputs(strbuf_text(&start->out), stdout);
  return EXIT_TRUE;
}

static void start_release(struct start *start) {
  for (uint32_t i = 0; i < start->entries.count; i++)
    name_vec_release(&start->entries.at[i].calls);
  entry_vec_release(&start->entries);
  procedure_vec_release(&start->unseen);
  name_vec_release(&start->imports);
  shipped_release(&start->shipped);
  strbuf_release(&start->out);
}

static int init(struct session *session) {
  const struct options *options = session->options;
  struct start start = {.session = session};
  char *folder = specs_folder(options->specs);
  int code = !folder || shipped_init(&start.shipped, folder, session->names,
                                     session->diag)
                 ? EXIT_TRUE
                 : EXIT_BAD_INPUT;
  free(folder);
  // What rules speak of stays a call.
  session->frontend.options.opaque = start.shipped.functions.at;
  session->frontend.options.opaque_count = start.shipped.functions.count;
  if (code == EXIT_TRUE)
    code = session_load(session, options->operands.at, options->operands.count,
                        NULL);
  start.program = session->program;
  if (code == EXIT_TRUE)
    code = print_start(&start);
  session->frontend.options.opaque = NULL;
  session->frontend.options.opaque_count = 0;
  start_release(&start);
  return code;
}

int command_init(const struct options *options) {
  if (!options->operands.count && !options->build_dir) {
    fputs("vouch: error: of which program? `vouch init f.c ... > f.spec`\n",
          stderr);
    return EXIT_USAGE;
  }
  struct session session;
  limits_set(options);
  session_init(&session, options);
  int code = init(&session);
  fflush(stdout);
  session_release(&session);
  return code;
}
