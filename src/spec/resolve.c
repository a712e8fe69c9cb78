// A specification from its syntax: which item a name means, what is defined
// twice, and the order in which everything is made.
#include "spec/internal.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/suggest.h"
#include "lts/file.h"
#include "program/function_name.h"

// ---- Items ------------------------------------------------------------------

static bool item_is_process(const struct item *item) {
  return item->kind == ITEM_PROCESS || item->kind == ITEM_COMPOSITION ||
         item->kind == ITEM_FILE;
}
bool item_is_set(const struct item *item) {
  return item->kind == ITEM_SET;
}
static bool item_is_system(const struct item *item) {
  return item->kind == ITEM_SYSTEM;
}
bool item_is_proc(const struct item *item) {
  return item->kind == ITEM_PROC;
}
bool item_is_constant(const struct item *item) {
  return item->kind == ITEM_CONST;
}
static bool item_is_event(const struct item *item) {
  return item->kind == ITEM_EVENT;
}

static const struct spec_file *file_of(const struct spec *spec,
                                       const struct item *item) {
  return &spec->syntax->files.at[item->file];
}

bool item_is_library(const struct spec *spec, const struct item *item) {
  return file_of(spec, item)->is_library;
}

bool item_is_imported(const struct spec *spec, const struct item *item) {
  return file_of(spec, item)->depth > 0;
}

const struct item *resolve_find(const struct spec *spec, struct name name,
                                bool (*wants)(const struct item *item)) {
  const struct item_vec *items = &spec->syntax->items;
  for (uint32_t i = 0; i < items->count; i++)
    if (wants(&items->at[i]) && !items->at[i].is_overridden &&
        name_equal(items->at[i].name, name))
      return &items->at[i];
  return NULL;
}

const char *resolve_nearest(const struct spec *spec, const char *wanted,
                            bool (*wants)(const struct item *item)) {
  struct suggestion near = suggestion_for(wanted);
  for (uint32_t i = 0; i < spec->syntax->items.count; i++)
    if (wants(&spec->syntax->items.at[i]))
      suggestion_offer(&near,
                       name_text(spec->names, spec->syntax->items.at[i].name));
  return near.best;
}

void report_near(struct diag *diag, enum severity severity,
                 struct position position, const char *best, const char *format,
                 ...) {
  struct strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vformat(&text, format, args);
  va_end(args);
  if (best)
    strbuf_format(&text, "; did you mean '%s'?", best);
  diag_report(diag, severity, position, "%s", strbuf_text(&text));
  strbuf_release(&text);
}

bool names_function(const struct spec *spec, const char *text) {
  struct procedure_id_vec candidates = {0};
  function_name_find(spec->program, text, &candidates);
  bool is_found = candidates.count != 0;
  procedure_id_vec_release(&candidates);
  return is_found;
}

void complain_process(struct spec *spec, struct name name,
                      struct position position) {
  const char *text = name_text(spec->names, name);
  const struct item *system = resolve_find(spec, name, item_is_system);
  if (system) {
    diag_report(spec->diag, SEVERITY_ERROR, position,
                "'%s' is a system of C functions, not a process", text);
    diag_report(spec->diag, SEVERITY_NOTE, system->position,
                "here it is defined");
    diag_hint(spec->diag,
              "a system is what a check is about: `check %s refines P;`", text);
  } else if (names_function(spec, text)) {
    diag_report(spec->diag, SEVERITY_ERROR, position,
                "'%s' is a C function, not a process", text);
    diag_hint(spec->diag,
              "it can be checked (`check %s refines P;`), run in a system "
              "(`system S = ( %s(..) || .. );`), and its calls can be actions "
              "(`event e = call %s;`)",
              text, text, text);
  } else {
    report_near(spec->diag, SEVERITY_ERROR, position,
                resolve_nearest(spec, text, item_is_process),
                "undefined process '%s'", text);
    struct action action = action_find(spec->actions, text);
    if (!action_is_none(action) && !action_is_tau(action))
      diag_hint(spec->diag,
                "'%s' is an action: what comes after it? `%s -> ...`", text,
                text);
  }
}

// ---- Defined twice ----------------------------------------------------------

// Names live in spaces of their own: a process and an event may share one.
static int space_of(const struct item *item) {
  static bool (*const spaces[])(const struct item *) = {
      item_is_constant, item_is_set,  item_is_event,
      item_is_process,  item_is_proc, item_is_system};
  for (int i = 0; i < (int)(sizeof spaces / sizeof *spaces); i++)
    if (spaces[i](item))
      return i;
  return -1;
}

static void compare_pair(const struct spec *spec, struct item *earlier,
                         struct item *later) {
  uint32_t a = file_of(spec, earlier)->depth, b = file_of(spec, later)->depth;
  if (a != b) {
    (a > b ? earlier : later)->is_overridden = true;
    return;
  }
  const char *name = name_text(spec->names, later->name);
  diag_report(spec->diag, SEVERITY_ERROR, later->position,
              "'%s' is defined twice", name);
  diag_report(spec->diag, SEVERITY_NOTE, earlier->position,
              "here it was defined before");
  later->is_overridden = true;
}

static void find_duplicates(struct spec *spec) {
  struct item_vec *items = &spec->syntax->items;
  for (uint32_t i = 0; i < items->count; i++) {
    int space = space_of(&items->at[i]);
    for (uint32_t k = 0; space >= 0 && k < i; k++)
      if (space_of(&items->at[k]) == space && !items->at[k].is_overridden &&
          !items->at[i].is_overridden &&
          name_equal(items->at[k].name, items->at[i].name))
        compare_pair(spec, &items->at[k], &items->at[i]);
  }
}

static void check_states(const struct spec *spec, const struct item *item) {
  for (uint32_t i = 0; i < item->state_count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (name_equal(item->states[i].name, item->states[k].name)) {
        diag_report(spec->diag, SEVERITY_ERROR, item->states[i].position,
                    "state '%s' is defined twice",
                    name_text(spec->names, item->states[i].name));
        diag_report(spec->diag, SEVERITY_NOTE, item->states[k].position,
                    "here it was defined before");
      }
}

// Words that mean something in a body cannot be names.
static void check_reserved(const struct spec *spec, struct name name,
                           struct position position) {
  static const char *const words[] = {"STOP", "END",    "ERROR",
                                      "ANY",  "return", "tau"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name_text(spec->names, name), words[i]))
      diag_report(spec->diag, SEVERITY_ERROR, position,
                  "'%s' has a meaning of its own and cannot be defined",
                  words[i]);
}

static void check_names(const struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind == ITEM_PROCESS)
      check_states(spec, item);
    if (space_of(item) >= 0 && item->kind != ITEM_PROC)
      check_reserved(spec, item->name, item->position);
    for (uint32_t k = 1; item->kind == ITEM_PROCESS && k < item->state_count;
         k++)
      check_reserved(spec, item->states[k].name, item->states[k].position);
  }
}

// States that nothing leads to are a slip.
static bool body_mentions(const struct body_syntax *body, struct name name) {
  if (body->kind == BODY_NAME)
    return name_equal(body->name, name);
  for (uint32_t i = 0; i < body->branch_count; i++)
    if (body_mentions(body->branches[i].body, name))
      return true;
  return false;
}

static void check_unused_states(const struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    for (uint32_t k = 1; item->kind == ITEM_PROCESS && k < item->state_count;
         k++) {
      bool is_used = false;
      for (uint32_t m = 0; m < item->state_count && !is_used; m++)
        is_used =
            m != k && body_mentions(item->states[m].body, item->states[k].name);
      if (!is_used)
        diag_report(spec->diag, SEVERITY_WARNING, item->states[k].position,
                    "nothing leads to state '%s'",
                    name_text(spec->names, item->states[k].name));
    }
  }
}

// ---- Constants --------------------------------------------------------------

static void resolve_constant(struct spec *spec, const struct item *item) {
  struct spec_scope scope = {0};
  struct binding_context context = {
      .spec = spec, .scope = &scope, .only_constants = true};
  struct spec_constant constant = {.item = item, .name = item->name};
  struct c_value value = bind_expression(&context, item->value);
  if (!context.has_failed && value.is_constant) {
    constant.value = bind_bits(spec, &value);
    constant.type = value.type;
  } else if (!context.has_failed && !context.is_unknown) {
    diag_report(spec->diag, SEVERITY_ERROR, item->value->position,
                "'%s' is not an integer constant",
                name_text(spec->names, item->name));
  }
  // Without a program a macro has no value; what uses it is not decided.
  if (!context.is_unknown)
    spec_constant_vec_push(&spec->constants, constant);
  spec_scope_release(&scope);
}

static void resolve_constants(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind == ITEM_CONST && !item->is_overridden)
      resolve_constant(spec, item);
  }
}

// ---- Functions --------------------------------------------------------------

// Which one a library's model is about: never a static function.
static struct procedure_id
choose_external(const struct spec *spec,
                const struct procedure_id_vec *candidates) {
  for (uint32_t i = 0; i < candidates->count; i++)
    if (!program_procedure(spec->program, candidates->at[i])->is_internal)
      return candidates->at[i];
  return (struct procedure_id){0};
}

static void complain_ambiguous(struct spec *spec, struct name name,
                               struct position position,
                               const struct procedure_id_vec *candidates) {
  struct strbuf text = {0};
  diag_report(spec->diag, SEVERITY_ERROR, position,
              "%u functions are named '%s': which one?", candidates->count,
              name_text(spec->names, name));
  for (uint32_t i = 0; i < candidates->count; i++) {
    const struct procedure *one =
        program_procedure(spec->program, candidates->at[i]);
    if (position_is_known(one->position))
      diag_report(spec->diag, SEVERITY_NOTE, one->position, "%s is here",
                  i ? "another" : "one");
    strbuf_format(&text, "%s`", i ? " or " : "");
    function_name_print(spec->program, candidates->at[i], &text);
    strbuf_char(&text, '`');
  }
  diag_hint(spec->diag, "write %s", strbuf_text(&text));
  strbuf_release(&text);
}

bool resolve_named(struct spec *spec, struct name name,
                   struct position position, bool is_quiet,
                   struct procedure_id *found) {
  struct procedure_id_vec candidates = {0};
  function_name_find(spec->program, name_text(spec->names, name), &candidates);
  *found = (struct procedure_id){0};
  bool is_ambiguous = candidates.count > 1 && !is_quiet;
  if (candidates.count == 1)
    *found = candidates.at[0];
  else if (is_ambiguous)
    complain_ambiguous(spec, name, position, &candidates);
  else if (candidates.count)
    *found = choose_external(spec, &candidates);
  procedure_id_vec_release(&candidates);
  return !is_ambiguous;
}

// Headers rename functions: fopen becomes fopen64, scanf __isoc99_scanf, and
// the spin_lock of a macro _raw_spin_lock.
static void hint_renamed(struct spec *spec, const char *text) {
  enum { SHORTEST = 3, MOST = 3 };
  struct strbuf list = {0};
  uint32_t count = 0;
  const char *last = NULL;
  for (uint32_t i = 1; strlen(text) >= SHORTEST &&
                       i < spec->program->procedures.count && count < MOST;
       i++) {
    const char *name =
        name_text(spec->names, spec->program->procedures.at[i]->name);
    if (!strstr(name, text) || !strncmp(name, "llvm.", 5))
      continue;
    strbuf_format(&list, "%s'%s'", count++ ? ", " : "", name);
    last = name;
  }
  if (count)
    diag_hint(spec->diag,
              "a macro or a header may have renamed it: the object code has "
              "%s; write `call %s` if that is meant",
              strbuf_text(&list), last);
  strbuf_release(&list);
}

void complain_function(struct spec *spec, enum severity severity,
                       struct name name, struct position position) {
  const char *text = name_text(spec->names, name);
  struct suggestion near = suggestion_for(text);
  for (uint32_t i = 1; i < spec->program->procedures.count; i++)
    suggestion_offer(
        &near, name_text(spec->names, spec->program->procedures.at[i]->name));
  report_near(spec->diag, severity, position, near.best,
              "the program neither defines nor calls '%s'", text);
  hint_renamed(spec, text);
}

// Who writes a `proc` for it is warned there; code may lack the very call that
// a rule is about.
static bool has_proc_item(const struct spec *spec, struct name name) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++)
    if (spec->syntax->items.at[i].kind == ITEM_PROC &&
        name_equal(spec->syntax->items.at[i].name, name))
      return true;
  return false;
}

struct procedure_id resolve_function(struct spec *spec, struct name name,
                                     struct position position, bool is_quiet) {
  struct procedure_id found;
  if (resolve_named(spec, name, position, is_quiet, &found) && !found.id &&
      spec->has_program && !is_quiet && !has_proc_item(spec, name))
    complain_function(spec, SEVERITY_ERROR, name, position);
  return found;
}

// Copies of static functions of headers stand for their original.
static void find_originals(struct spec *spec) {
  for (uint32_t i = 0; i < spec->program->procedures.count; i++)
    u32_vec_push(
        &spec->originals,
        i ? function_name_original(spec->program, (struct procedure_id){i}).id
          : 0);
}

bool spec_is_same_function(const struct spec *spec, struct procedure_id a,
                           struct procedure_id b) {
  if (a.id < spec->originals.count)
    a.id = spec->originals.at[a.id];
  if (b.id < spec->originals.count)
    b.id = spec->originals.at[b.id];
  return a.id && a.id == b.id;
}

// ---- Processes --------------------------------------------------------------

static void resolve_processes(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item_is_process(item) && !item->is_overridden)
      spec_process_vec_push(
          &spec->processes,
          (struct spec_process){.item = item, .name = item->name});
  }
  for (uint32_t i = 0; i < spec->processes.count; i++)
    elaborate_process(spec, i);
}

static void check_exports(struct spec *spec) {
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind != ITEM_EXPORT || item_is_imported(spec, item))
      continue;
    if (spec_find_process(spec, item->name) == SPEC_NONE)
      complain_process(spec, item->name, item->position);
    const char *path = name_text(spec->names, item->path);
    if (lts_format_of(path) == LTS_FORMAT_NONE)
      diag_report(spec->diag, SEVERITY_ERROR, item->position,
                  "'%s' is neither .aut nor .dot", path);
  }
}

// ---- Life cycle -------------------------------------------------------------

struct spec *spec_new(struct syntax *syntax, struct program *program,
                      const struct declaration_vec *declarations,
                      unsigned pointer_width, bool *ok) {
  struct spec *spec = memory_new_zero(1, sizeof *spec);
  uint32_t errors = diag_count(syntax->diag, SEVERITY_ERROR);
  *spec = (struct spec){.syntax = syntax,
                        .program = program,
                        .has_program = program != NULL,
                        .declarations = declarations,
                        .names = syntax->names,
                        .diag = syntax->diag,
                        .actions = action_table_new()};
  if (!program)
    spec->program = program_new(syntax->names, pointer_width);
  spec->solver = solver_new(spec->program->terms);
  solver_set_limit(spec->solver, SPEC_SOLVER_LIMIT);
  find_duplicates(spec);
  check_names(spec);
  find_originals(spec);
  alphabet_take_addresses(spec);
  resolve_constants(spec);
  resolve_processes(spec);
  resolve_others(spec);
  resolve_procs(spec);
  resolve_events(spec);
  resolve_systems(spec);
  resolve_checks(spec);
  objects_check(spec);
  check_exports(spec);
  if (diag_count(spec->diag, SEVERITY_ERROR) == errors)
    check_unused_states(spec);
  if (diag_count(spec->diag, SEVERITY_ERROR) == errors)
    vacuity_check(spec);
  *ok = diag_count(spec->diag, SEVERITY_ERROR) == errors;
  return spec;
}

static void release_process(struct spec_process *process) {
  if (process->lts)
    lts_free(process->lts);
  if (process->bare)
    lts_free(process->bare);
  bitset_release(&process->any);
}

static void release_proc(struct spec_proc *proc) {
  for (uint32_t i = 0; i < proc->arms.count; i++)
    if (proc->arms.at[i].lts)
      lts_free(proc->arms.at[i].lts);
  spec_arm_vec_release(&proc->arms);
  spec_scope_release(&proc->scope);
  spec_condition_vec_release(&proc->returns);
  spec_lvalue_vec_release(&proc->modifies);
  spec_alias_vec_release(&proc->aliases);
  spec_requirement_vec_release(&proc->requirements);
  spec_equation_vec_release(&proc->equations);
}

static void spec_trigger_release(struct spec_trigger *trigger) {
  spec_scope_release(&trigger->scope);
}

static void release_event(struct spec_event *event) {
  for (uint32_t i = 0; i < event->triggers.count; i++)
    spec_trigger_release(&event->triggers.at[i]);
  spec_trigger_vec_release(&event->triggers);
}

static void release_component(struct spec_component *component) {
  spec_scope_release(&component->scope);
  bitset_release(&component->mentioned);
  bitset_release(&component->performed);
  bitset_release(&component->alphabet);
  bitset_release(&component->given);
  bitset_release(&component->heard);
  bitset_release(&component->bodies);
  spec_role_vec_release(&component->roles);
}

static void release_system(struct spec_system *system) {
  for (uint32_t i = 0; i < system->components.count; i++)
    release_component(&system->components.at[i]);
  spec_component_vec_release(&system->components);
}

static void release_check(struct spec_check *check) {
  spec_trigger_release(&check->trigger);
  bitset_release(&check->alphabet);
  bitset_release(&check->ignored);
}

void spec_free(struct spec *spec) {
  if (!spec)
    return;
  for (uint32_t i = 0; i < spec->processes.count; i++)
    release_process(&spec->processes.at[i]);
  for (uint32_t i = 0; i < spec->returns.count; i++)
    lts_action_vec_release(&spec->returns.at[i].members);
  for (uint32_t i = 0; i < spec->procs.count; i++)
    release_proc(&spec->procs.at[i]);
  for (uint32_t i = 0; i < spec->events.count; i++)
    release_event(&spec->events.at[i]);
  for (uint32_t i = 0; i < spec->systems.count; i++)
    release_system(&spec->systems.at[i]);
  for (uint32_t i = 0; i < spec->checks.count; i++)
    release_check(&spec->checks.at[i]);
  spec_return_vec_release(&spec->returns);
  spec_constant_vec_release(&spec->constants);
  spec_local_vec_release(&spec->locals);
  spec_event_vec_release(&spec->events);
  spec_process_vec_release(&spec->processes);
  spec_proc_vec_release(&spec->procs);
  spec_system_vec_release(&spec->systems);
  spec_check_vec_release(&spec->checks);
  bitset_release(&spec->address_taken);
  u32_vec_release(&spec->originals);
  solver_free(spec->solver);
  action_table_free(spec->actions);
  if (!spec->has_program)
    program_free(spec->program);
  free(spec);
}

// ---- Queries ----------------------------------------------------------------

uint32_t spec_find_process(const struct spec *spec, struct name name) {
  for (uint32_t i = 0; i < spec->processes.count; i++)
    if (name_equal(spec->processes.at[i].name, name))
      return i;
  return SPEC_NONE;
}

uint32_t spec_find_proc(const struct spec *spec, struct name name) {
  for (uint32_t i = 0; i < spec->procs.count; i++)
    if (name_equal(spec->procs.at[i].name, name))
      return i;
  return SPEC_NONE;
}

uint32_t spec_find_system(const struct spec *spec, struct name name) {
  for (uint32_t i = 0; i < spec->systems.count; i++)
    if (name_equal(spec->systems.at[i].name, name))
      return i;
  return SPEC_NONE;
}

const struct spec_proc *spec_proc_of(const struct spec *spec,
                                     struct procedure_id procedure) {
  const struct spec_proc *proc = spec_contract_of(spec, procedure);
  return proc && !proc->is_bare ? proc : NULL;
}

const struct spec_proc *spec_contract_of(const struct spec *spec,
                                         struct procedure_id procedure) {
  for (uint32_t i = 0; procedure.id && i < spec->procs.count; i++)
    if (spec_is_same_function(spec, spec->procs.at[i].procedure, procedure))
      return &spec->procs.at[i];
  return NULL;
}

const struct spec_condition *spec_proc_return(const struct spec_proc *proc,
                                              struct action action) {
  for (uint32_t i = 0; i < proc->returns.count; i++)
    if (action_equal(proc->returns.at[i].action, action))
      return &proc->returns.at[i];
  return NULL;
}

// ---- Exports ----------------------------------------------------------------

static bool export_one(const struct spec *spec, const struct item *item) {
  uint32_t process = spec_find_process(spec, item->name);
  if (process == SPEC_NONE || !spec->processes.at[process].lts)
    return false;
  const char *from = name_text(spec->names, item->position.file);
  const char *path = name_text(spec->names, item->path);
  struct strbuf full = {0};
  if (path[0] != '/')
    strbuf_bytes(&full, from, (size_t)(file_base_name(from) - from));
  strbuf_add(&full, path);
  FILE *out = fopen(strbuf_text(&full), "w");
  if (out && lts_format_of(path) == LTS_FORMAT_AUT)
    lts_write_aut(spec->processes.at[process].lts, out);
  else if (out)
    lts_write_dot(spec->processes.at[process].lts, out);
  bool ok = out && !ferror(out);
  ok &= out && !fclose(out);
  if (!ok)
    diag_report(spec->diag, SEVERITY_ERROR, item->position,
                "cannot write '%s': %s", strbuf_text(&full), strerror(errno));
  strbuf_release(&full);
  return ok;
}

bool spec_export(const struct spec *spec) {
  bool ok = true;
  for (uint32_t i = 0; i < spec->syntax->items.count; i++) {
    const struct item *item = &spec->syntax->items.at[i];
    if (item->kind == ITEM_EXPORT && !item_is_imported(spec, item))
      ok &= export_one(spec, item);
  }
  return ok;
}
