// What the files of src/program share: the words of listings, and the
// validator's state.
//
// A listing tells variables apart by their names ("x.2"), where
// program_c_names shows the user's text ("x"); temporaries appear as the
// expression they hold in both.
#ifndef VOUCH_PROGRAM_INTERNAL_H
#define VOUCH_PROGRAM_INTERNAL_H

#include "base/strbuf.h"
#include "program/program.h"
#include "term/print.h"

struct c_names listing_names(const struct program *program);

// A value for something of the type, which tells how to read a lone constant;
// of unknown type it is signed.
void listing_value(const struct program *program, struct ctype type,
                   struct term t, struct strbuf *out);
// The name under which an operation writes the variable: "x.2", "t3".
void listing_target(const struct program *program, struct variable variable,
                    struct strbuf *out);
// The expressions that the temporaries written by the operation hold: "p->x",
// or "t3 is p->x, t4 is p->y" for several. Nothing when there are none.
void listing_meaning(const struct program *program, const struct operation *op,
                     struct strbuf *out);
// "L3", "exit" or "undefined".
void listing_location(const struct procedure *procedure,
                      struct location_id location, struct strbuf *out);
// "12:7", with the file's name before it when it is not the procedure's, "-"
// when unknown.
void listing_position(const struct program *program,
                      const struct procedure *procedure,
                      struct position position, struct strbuf *out);

// A walk over the program that reports each violation with its place.
struct validator {
  const struct program *program;
  struct strbuf *errors;
  uint32_t violations;
  const struct procedure *procedure; // at hand, or null
  const struct edge *edge;           // at hand, or null
  uint32_t *seen;          // by term: the last pass that walked over it
  uint32_t pass;           // one per procedure, and one for the globals
  uint32_t *written;       // by variable: the last step that wrote it
  uint32_t step;           // one per edge
  struct term_vec pending; // of the walk over terms
  struct term_vec terms;   // of the operation at hand
  struct variable_vec targets;
};

// Appends "f: edge 3 (L1 -> L2) at a.c:12:3: <message>".
void validator_report(struct validator *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Whether the operation of the edge at hand is well-sorted, writes what it may
// and has the INVALID siblings that it needs.
void validate_operation(struct validator *v);
// Every variable in the term belongs to the procedure at hand or to none.
void validate_scope(struct validator *v, struct term root);
bool validate_is_term(const struct validator *v, struct term t);
const char *validate_name(const struct validator *v, struct variable variable);

#endif
