// What the files of visit.h share: the places of rows, what runs came to, and
// the questions that are asked of proofs.
#ifndef VOUCH_CEGAR_VISITING_H
#define VOUCH_CEGAR_VISITING_H

#include "cegar/visit.h"

// Where a row is decided.
struct visit_place {
  struct procedure_id procedure;
  struct location_id from;     // an edge from there, or none: any way counts
  struct location_id location; // that it leads to
  uint32_t row;
  bool is_seen; // a run took the edge
};

VEC_DEFINE(visit_place_vec, struct visit_place);

// Where a run stopped that nobody looks at any further.
struct cut {
  struct procedure_id procedure;
  struct location_id location;
  bool is_assumption;
  enum undefined_reason reason;
};

VEC_DEFINE(cut_vec, struct cut);

struct visiting {
  const struct visit_question *question;
  struct program *program;
  struct visit_place_vec places;
  uint32_t *first;     // by procedure: of its locations in `seen`
  uint32_t procedures; // as many as were loaded
  struct bitset seen;  // locations that a run came to
  struct bitset exits; // locations that edges of places start at
  struct cut last;     // the location that a run came to last
  struct cut_vec cuts;
  enum visit *answers;
};

static inline bool is_same_place(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line && a.column == b.column;
}

// visit_place.c

void visiting_find_places(struct visiting *visiting);
// The only row is decided where one of the actions is performed.
void visiting_place_actions(struct visiting *visiting,
                            const struct procedure *procedure,
                            const struct weaving *weaving,
                            const struct bitset *actions);
bool visiting_has_place(const struct visiting *visiting, uint32_t row);

// visit_proof.c

// A question about markers, for a child.
struct visit_task {
  const struct visiting *visiting;
  const struct cut *cut; // what is behind it; null: all places that are open
  bool is_relaxed; // all places, if execution goes on where it is undefined
};

// What a proof's process writes.
struct finding {
  enum verdict verdict;
  struct position position; // of the marker on the path, if there is one
  bool has_path;
  uint32_t oracle; // bytes that follow
};

// Does anything come there? False when there is no answer. The oracle of a path
// is its text, or empty.
bool visiting_ask(struct visit_task task, struct finding *finding,
                  struct strbuf *oracle);

#endif
