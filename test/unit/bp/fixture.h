// A Boolean program from a text, with what is said about it.
#ifndef VOUCH_TEST_BP_FIXTURE_H
#define VOUCH_TEST_BP_FIXTURE_H

#include "../unit.h"

#include "bp/code.h"
#include "bp/read.h"
#include "bp/summaries.h"
#include "bp/text_source.h"

struct fixture {
  struct interner *names;
  struct capture messages;
  struct diag *diag;
  struct bp *bp; // null if it was refused
};

static inline void fixture_init(struct fixture *fixture, const char *text) {
  fixture->names = interner_new();
  capture_init(&fixture->messages);
  fixture->diag = diag_new(fixture->names, fixture->messages.out);
  fixture->bp = bp_read_text(text, strlen(text), "test.bp", fixture->names,
                             fixture->diag);
}

static inline void fixture_release(struct fixture *fixture) {
  bp_free(fixture->bp);
  diag_free(fixture->diag);
  capture_release(&fixture->messages);
  interner_free(fixture->names);
}

// Summaries of a program that is right, at their fixpoint.
struct solved {
  struct fixture fixture;
  struct bp_code code;
  struct dd_manager *m;
  struct text_source *source;
  struct bp_source images;
  struct summaries *summaries;
};

static inline void solved_init(struct solved *solved, const char *text) {
  fixture_init(&solved->fixture, text);
  if (!solved->fixture.bp)
    fail_msg("%s", capture_text(&solved->fixture.messages));
  bp_code_init(&solved->code, solved->fixture.bp, NULL);
  solved->m = dd_manager_new();
  solved->source = text_source_new(&solved->code, solved->m);
  solved->images = text_source_images(solved->source);
  solved->summaries = summaries_new(&solved->code.graph, &solved->images);
  assert_int_equal(
      summaries_run(solved->summaries, &(struct summaries_limits){0}),
      SUMMARIES_DONE);
}

static inline void solved_release(struct solved *solved) {
  summaries_free(solved->summaries);
  text_source_free(solved->source);
  dd_manager_free(solved->m);
  bp_code_release(&solved->code);
  fixture_release(&solved->fixture);
}

#endif
