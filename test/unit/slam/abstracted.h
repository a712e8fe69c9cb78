// A C text as a Boolean program: parts, the predicates of its branches, and
// what was made of them.
#ifndef VOUCH_TEST_SLAM_ABSTRACTED_H
#define VOUCH_TEST_SLAM_ABSTRACTED_H

#include "../cegar/checked.h"

#include "bp/code.h"
#include "slam/c2bp.h"

struct abstracted {
  struct checked checked;
  struct bitset kept;
  struct parts parts;
  struct solver *solver;
  struct updater *updater;
  struct tracked tracked;
  struct constraint_vec constraints;
  struct c2bp c2bp;
  struct bp_code code;
};

// One function stays one, besides main; NULL: none.
static inline void abstracted_load(struct abstracted *a, const char *text,
                                   const char *kept) {
  struct strbuf why = {0};
  *a = (struct abstracted){.solver = NULL};
  checked_load(&a->checked, text);
  if (kept)
    bitset_add(&a->kept, program_find(a->checked.program, kept)->self.id);
  a->checked.options.kept = &a->kept;
  a->checked.options.merges = false;
  checked_component(&a->checked);
  if (!parts_init(&a->parts, &a->checked.component, &a->checked.options, &why))
    fail_msg("%s", strbuf_text(&why));
  strbuf_release(&why);
  a->solver = solver_new(a->checked.program->terms);
  a->updater = updater_new(a->checked.program->terms, a->solver);
  tracked_init(&a->tracked, &a->parts);
  tracked_add_branches(&a->tracked);
}

// When everything is tracked that is to be.
static inline void abstracted_make(struct abstracted *a) {
  struct c2bp_options options = {.ends_temporaries = true};
  c2bp_init(&a->c2bp, &a->tracked, &a->constraints, &options, a->updater);
  bp_code_init(&a->code, a->c2bp.bp, NULL);
}

static inline void abstracted_forget(struct abstracted *a) {
  constraints_release(&a->constraints);
  a->constraints = (struct constraint_vec){0};
}

static inline void abstracted_release(struct abstracted *a) {
  abstracted_forget(a);
  bp_code_release(&a->code);
  c2bp_release(&a->c2bp);
  tracked_release(&a->tracked);
  updater_free(a->updater);
  solver_free(a->solver);
  links_release(&a->parts);
  parts_release(&a->parts);
  bitset_release(&a->kept);
  checked_release(&a->checked);
}

#endif
