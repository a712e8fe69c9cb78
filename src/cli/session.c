#include "cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/exit_code.h"
#include "base/suggest.h"
#include "program/draft.h"
#include "program/function_name.h"
#include "program/validate.h"
#include "report/json.h"

void session_init(struct session *session, const struct options *options) {
  *session = (struct session){.options = options,
                              .names = interner_new(),
                              .start_ms = stats_now_ms(),
                              .timeout_ms = options->timeout_ms,
                              .cpu_timeout_ms = options->cpu_timeout_ms,
                              .log = {stderr, options->verbosity}};
  session->diag = diag_new(session->names, stderr);
  session->frontend = (struct frontend){
      .options = {.compiler = options->compiler,
                  .pointer_width = options_bits(options),
                  .database = options->build_dir,
                  .flags = options->compiler_args.at,
                  .flag_count = options->compiler_args.count,
                  .checks_overflow = options->overflow,
                  .assembly_is_tame = options->unseen == UNSEEN_NOTHING,
                  .volatility = (enum volatility)options->volatility,
                  .checked_label = options->label,
                  .wanted = options->function
                                ? function_name_base(options->function)
                                : NULL},
      .names = session->names,
      .diag = session->diag,
      .log = &session->log,
      .stats = &session->stats};
}

static void write_json(const struct session *session, const char *path,
                       const struct strbuf *json) {
  FILE *out = !strcmp(path, "-") ? stdout : fopen(path, "w");
  if (!out) {
    diag_file(session->diag, SEVERITY_ERROR, path, "%s", strerror(errno));
    return;
  }
  fputs(strbuf_text(json), out);
  if (out != stdout)
    fclose(out);
}

static void print_statistics(struct session *session) {
  struct strbuf text = {0};
  if (session->stats.peak_kb < stats_peak_kb())
    session->stats.peak_kb = stats_peak_kb();
  if (session->options->stats) {
    stats_print(&session->stats, &text);
    fputs(strbuf_text(&text), stderr);
    strbuf_clear(&text);
  }
  if (session->options->stats_json) {
    json_print_stats(&session->stats, &text);
    write_json(session, session->options->stats_json, &text);
  }
  strbuf_release(&text);
}

void session_release(struct session *session) {
  print_statistics(session);
  if (session->program)
    program_free(session->program);
  if (session->former)
    interner_free(session->former);
  name_vec_release(&session->files);
  diag_free(session->diag);
  interner_free(session->names);
}

static int validate(struct session *session) {
  struct strbuf errors = {0};
  uint64_t start = stats_now_ms();
  bool ok = program_validate(session->program, &errors);
  session->stats.validate_ms += stats_now_ms() - start;
  if (!ok)
    fprintf(stderr, "vouch: bug: the translated program is not valid\n%s",
            strbuf_text(&errors));
  strbuf_release(&errors);
  return ok ? EXIT_TRUE : EXIT_INTERNAL;
}

static void complain_ambiguous(struct session *session, const char *name,
                               const struct procedure_id_vec *found) {
  struct strbuf text = {0};
  for (uint32_t i = 0; i < found->count; i++) {
    strbuf_add(&text, i ? " or `" : "`");
    function_name_print(session->program, found->at[i], &text);
    strbuf_char(&text, '`');
  }
  diag_file(session->diag, SEVERITY_ERROR, NULL,
            "%u functions are named `%s`: which one?", found->count, name);
  for (uint32_t i = 0; i < found->count; i++)
    diag_report(session->diag, SEVERITY_NOTE,
                program_procedure(session->program, found->at[i])->position,
                "%s is here", i ? "another" : "one");
  diag_hint(session->diag, "write %s", strbuf_text(&text));
  strbuf_release(&text);
}

// Those that somebody else can call come first: a library begins there.
static void list_functions(const struct program *program, bool is_static,
                           uint32_t *left, struct strbuf *out) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct procedure *procedure = program->procedures.at[i];
    if (!procedure->is_defined || procedure->is_internal != is_static ||
        procedure->kind == PROCEDURE_MODEL)
      continue;
    if (*left)
      strbuf_format(out, "%s%s", out->length ? ", " : "",
                    name_text(program->names, procedure->name));
    *left -= *left != 0;
  }
}

// What --function could be.
static void offer_functions(const struct session *session) {
  enum { MOST = 10 };
  uint32_t left = MOST;
  struct strbuf list = {0};
  list_functions(session->program, false, &left, &list);
  list_functions(session->program, true, &left, &list);
  if (list.length)
    diag_hint(session->diag, "functions with a body: %s%s (--function NAME)",
              strbuf_text(&list), left ? "" : ", ...");
  strbuf_release(&list);
}

static void complain_missing(const struct session *session, const char *name,
                             bool needs_body) {
  const struct program *program = session->program;
  struct suggestion near = suggestion_for(name);
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (program->procedures.at[i]->is_defined)
      suggestion_offer(
          &near, name_text(program->names, program->procedures.at[i]->name));
  diag_file(session->diag, SEVERITY_ERROR, NULL, "no function `%s`%s", name,
            needs_body ? " with a body" : "");
  if (near.best)
    diag_hint(session->diag, "did you mean `%s`?", near.best);
  else
    offer_functions(session);
}

struct procedure *session_function(struct session *session, bool needs_body) {
  const char *name = session->options->function;
  return session_function_called(session, name ? name : "main", needs_body);
}

struct procedure *session_function_called(struct session *session,
                                          const char *name, bool needs_body) {
  struct procedure_id_vec found = {0};
  struct procedure *procedure = NULL;
  function_name_find(session->program, name, &found);
  if (found.count == 1)
    procedure = program_procedure(session->program, found.at[0]);
  if (found.count > 1)
    complain_ambiguous(session, name, &found);
  else if (!procedure || (needs_body && !procedure->is_defined))
    complain_missing(session, name, needs_body);
  procedure_id_vec_release(&found);
  return procedure && (procedure->is_defined || !needs_body) ? procedure : NULL;
}

bool session_kept(struct session *session, struct bitset *into) {
  bool ok = true;
  for (const char *at = session->options->kept; at && *at && ok;
       at += *at == ',') {
    size_t length = strcspn(at, ",");
    struct strbuf name = {0};
    strbuf_bytes(&name, at, length);
    const struct procedure *procedure =
        session_function_called(session, strbuf_text(&name), true);
    if (procedure)
      bitset_add(into, procedure->self.id);
    ok = procedure != NULL;
    strbuf_release(&name);
    at += length;
  }
  return ok;
}

int session_points_to(struct session *session, struct points_to **analysis) {
  struct points_to_options options = {0};
  const char *name = session->options->function;
  if (name) {
    const struct procedure *entry = session_function(session, true);
    if (!entry)
      return EXIT_BAD_INPUT;
    options.entry = entry->self;
    options.is_open = true;
  }
  clock_t start = clock(); // processor time: it is pure computation
  *analysis = points_to_new(session->program, &options);
  session->stats.pointsto_ms +=
      (uint64_t)(clock() - start) * 1000 / CLOCKS_PER_SEC;
  return EXIT_TRUE;
}

static int load_database(struct session *session,
                         const struct frontend_query *query) {
  char **files;
  uint32_t count;
  if (!frontend_database_files(&session->frontend, session->options->build_dir,
                               &files, &count))
    return EXIT_BAD_INPUT;
  int code = EXIT_BAD_INPUT;
  if (count)
    code = session_load(session, (const char *const *)files, count, query);
  else
    diag_file(session->diag, SEVERITY_ERROR, session->options->build_dir,
              "the compilation database is empty");
  for (uint32_t i = 0; i < count; i++)
    free(files[i]);
  free(files);
  return code;
}

int session_load(struct session *session, const char *const *files,
                 uint32_t count, const struct frontend_query *query) {
  if (!count && session->options->build_dir)
    return load_database(session, query);
  if (!count) {
    diag_file(session->diag, SEVERITY_ERROR, NULL, "no input file");
    return EXIT_USAGE;
  }
  int code = EXIT_INTERNAL;
  session->files.count = 0;
  for (uint32_t i = 0; i < count; i++)
    name_vec_push(&session->files, intern(session->names, files[i]));
  session->program =
      frontend_load(&session->frontend, files, count, query, &code);
  if (session->program)
    session->program->unseen.kind = (enum unseen_kind)session->options->unseen;
  if (session->program)
    session->program->starting = (struct starting){
        .is_nonnull = session->options->nonnull || session->options->required,
        .is_initial = session->options->globals,
        .is_usual = session->options->usual || session->options->required,
        .is_required = session->options->required,
        .has_inner = session->options->inner_calls,
        .is_declared = session->options->attributes};
  if (session->program)
    code = validate(session);
  if (code == EXIT_TRUE && session->hook && !query)
    session->hook->loaded(session->hook->context, session, NULL, NULL);
  if (session->program && !query)
    program_freeze(session->program);
  return code;
}

bool session_mentions(struct session *session,
                      const struct mention_question *question) {
  bool found = false;
  for (uint32_t i = 0; i < session->files.count && !found; i++) {
    const char *file = name_text(session->names, session->files.at[i]);
    found = mention_in_files(&session->frontend, &file, 1, question);
  }
  return found;
}

int session_component(struct session *session, struct program *draft, bool runs,
                      struct plain_component *component) {
  const struct procedure *entry = session_function(session, true);
  if (!entry)
    return EXIT_BAD_INPUT;
  bool is_main = entry->self.id == draft->entry.id;
  if (runs && !is_main) {
    diag_file(session->diag, SEVERITY_ERROR, NULL,
              "only the component of main can be run");
    return EXIT_UNSUPPORTED;
  }
  struct removal_options options = {.keeps_memory = runs, .is_open = !is_main};
  struct bitset kept = {0};
  if (!session_kept(session, &kept))
    return EXIT_BAD_INPUT;
  if (session->options->kept)
    options.kept = &kept;
  struct strbuf why = {0};
  clock_t start = clock();
  bool ok = plain_component_init(component, draft, entry->self, &options, &why);
  bitset_release(&kept);
  session->stats.component_ms +=
      (uint64_t)(clock() - start) * 1000 / CLOCKS_PER_SEC;
  if (!ok) {
    diag_file(session->diag, SEVERITY_ERROR, NULL, "no component: %s",
              strbuf_text(&why));
    plain_component_release(component);
  }
  strbuf_release(&why);
  if (!ok)
    return EXIT_UNSUPPORTED;
  struct strbuf errors = {0};
  CHECK(program_validate(draft, &errors), "the component is not valid:\n%s",
        strbuf_text(&errors));
  strbuf_release(&errors);
  return EXIT_TRUE;
}

int session_component_text(struct session *session, struct strbuf *out) {
  struct plain_component component;
  struct program *draft = program_draft(session->program);
  int code = session_component(session, draft, false, &component);
  if (code == EXIT_TRUE) {
    if (session->options->figures)
      plain_component_print_figures(&component, out);
    else
      plain_component_print(&component, out);
    plain_component_release(&component);
  }
  program_free(draft);
  return code;
}
