#include "cli/dump_lts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "cegar/cegar.h"
#include "cegar/view.h"
#include "check/conformance.h"
#include "cli/spec_session.h"
#include "cli/watch.h"
#include "lts/file.h"
#include "program/draft.h"

enum { PREDICATES_FOUND, PREDICATES_NONE };

// The check that is asked for, by its name or by its function, or the first.
static const struct spec_check *find_check(const struct session *session,
                                           const struct spec *spec) {
  const struct options *options = session->options;
  for (uint32_t i = 0; i < spec->checks.count; i++) {
    const struct spec_check *check = &spec->checks.at[i];
    const char *subject = name_text(session->names, check->item->check.subject);
    bool is_named =
        !options->check ||
        !strcmp(options->check, name_text(session->names, check->name));
    if (is_named && (!options->function || !strcmp(options->function, subject)))
      return check;
  }
  return NULL;
}

static void write_lts(const struct options *options, const struct lts *lts) {
  if (options->dot)
    lts_write_dot(lts, stdout);
  else
    lts_write_aut(lts, stdout);
}

static int refuse(struct session *session, const char *why) {
  diag_file(session->diag, SEVERITY_ERROR, NULL, "no predicate LTS: %s", why);
  return EXIT_UNSUPPORTED;
}

// Runs the loop, whatever it comes to, and shows the abstraction it ended with.
static int view(struct session *session, struct component *component,
                const struct component_options *options) {
  struct progress progress = {0};
  struct watch_options limits = {.timeout_ms = session->options->timeout_ms,
                                 .text = STDERR_FILENO};
  struct cegar_options loop = {.limits = {.interrupt = &watch_is_interrupted,
                                          .out_of_time = &watch_is_out_of_time},
                               .progress = &progress,
                               .log = &session->log};
  struct cegar cegar;
  bool with_found = session->options->predicates == PREDICATES_FOUND;
  watch_begin(&limits, &progress);
  cegar_init(&cegar, component, options, &loop, &session->stats);
  if (with_found)
    cegar_run(&cegar);
  struct lts *lts = view_predicate_lts(&cegar, with_found);
  watch_end();
  int code = EXIT_TRUE;
  if (lts)
    write_lts(session->options, lts);
  else
    code = refuse(session, "too many states");
  if (lts)
    lts_free(lts);
  cegar_release(&cegar);
  return code;
}

static int build_and_view(struct session *session, struct spec *spec,
                          const struct spec_check *check) {
  struct program *draft = program_draft(session->program);
  struct conformance conformance;
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct component_options options = {.merges = session->options->merge,
                                      .hears_all = true};
  struct strbuf why = {0};
  int exit_code;
  if (conformance_init(&conformance, draft, spec, check, &options, &why) &&
      component_init(&component, &behaviour, draft, &options, &why))
    exit_code = view(session, &component, &options);
  else
    exit_code = refuse(session, strbuf_text(&why));
  component_release(&component);
  behaviour_release(&behaviour);
  conformance_release(&conformance);
  program_free(draft);
  strbuf_release(&why);
  return exit_code;
}

static int run(struct session *session, const char *const *files,
               uint32_t count) {
  struct spec_session spec;
  int code = spec_session_init(
      &spec, session, (struct spec_source){.path = session->options->spec},
      files, count);
  const struct spec_check *check =
      code == EXIT_TRUE ? find_check(session, spec.spec) : NULL;
  if (code == EXIT_TRUE && (!check || !session->program)) {
    diag_file(session->diag, SEVERITY_ERROR, NULL,
              session->program ? "the specification has no such check"
                               : "no input file");
    code = EXIT_BAD_INPUT;
  }
  if (code == EXIT_TRUE)
    code = build_and_view(session, spec.spec, check);
  spec_session_release(&spec);
  return code;
}

int dump_lts(const struct options *options, const char *const *files,
             uint32_t count) {
  if (!options->spec) {
    fputs("vouch: error: which specification? `vouch dump lts f.c --spec "
          "s.spec`\n",
          stderr);
    return EXIT_USAGE;
  }
  struct session session;
  session_init(&session, options);
  int code = run(&session, files, count);
  fflush(stdout);
  session_release(&session);
  return code;
}
