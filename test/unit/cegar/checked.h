// A C text as a component, with what a search for violations needs.
#ifndef VOUCH_TEST_CEGAR_CHECKED_H
#define VOUCH_TEST_CEGAR_CHECKED_H

#include "../frontend/folder.h"

#include "cegar/cegar.h"
#include "frontend/frontend.h"

#define CHECKED_HEAD                                                           \
  "void reach_error(void);\n"                                                  \
  "unsigned __VERIFIER_nondet_uint(void);\n"

struct checked {
  struct folder folder;
  struct interner *names;
  FILE *sink;
  struct diag *diag;
  struct log log;
  struct stats stats;
  struct progress progress;
  struct program *program;
  struct component_options options;
  struct behaviour behaviour;
  struct component component;
  struct cegar_options search;
  struct cegar cegar;
  bool is_searched;
};

static const volatile sig_atomic_t checked_never;

static inline void checked_load(struct checked *s, const char *text) {
  int code;
  *s = (struct checked){.names = interner_new(),
                        .sink = fopen("/dev/null", "w")};
  folder_init(&s->folder);
  s->diag = diag_new(s->names, s->sink);
  s->log = (struct log){s->sink, 0};
  struct frontend frontend = {
      .options = {.compiler = "clang-19", .pointer_width = 64},
      .names = s->names,
      .diag = s->diag,
      .log = &s->log,
      .stats = &s->stats};
  const char *file = folder_write(&s->folder, "a.c", text);
  s->program = frontend_load(&frontend, &file, 1, NULL, &code);
  assert_non_null(s->program);
  s->options = (struct component_options){
      .entry = program_find(s->program, "main")->self,
      .starts_program = true,
      .merges = true,
      .rules = {.checks_calls = true}};
  s->search = (struct cegar_options){
      .limits = {.interrupt = &checked_never, .out_of_time = &checked_never},
      .checks_proof = true,
      .progress = &s->progress,
      .log = &s->log};
}

static inline void checked_component(struct checked *s) {
  struct strbuf why = {0};
  if (!component_init(&s->component, &s->behaviour, s->program, &s->options,
                      &why))
    fail_msg("%s", strbuf_text(&why));
  strbuf_release(&why);
}

// Builds the component and makes the loop ready, of which there is one at a
// time.
static inline void checked_build(struct checked *s) {
  checked_component(s);
  cegar_init(&s->cegar, &s->component, &s->options, &s->search, &s->stats);
  s->is_searched = true;
}

static inline void checked_run(struct checked *s, const char *text) {
  checked_load(s, text);
  checked_build(s);
  cegar_run(&s->cegar);
}

static inline void checked_release(struct checked *s) {
  if (s->is_searched)
    cegar_release(&s->cegar);
  component_release(&s->component);
  behaviour_release(&s->behaviour);
  program_free(s->program);
  diag_free(s->diag);
  interner_free(s->names);
  fclose(s->sink);
  folder_release(&s->folder);
}

#endif
