// Images of Boolean programs as decision diagrams.
//
// A variable has three copies side by side: at the entry of its procedure, now,
// and next. Globals come first; the locals of all procedures share the places
// after them, since only one procedure's are spoken of at a time; what is
// returned comes last. At a call the parameters use the next copies of their
// places, which nothing else does there.
#ifndef VOUCH_BP_TEXT_SOURCE_H
#define VOUCH_BP_TEXT_SOURCE_H

#include "bp/code.h"
#include "bp/source.h"

struct text_source; // opaque

// The code outlives it.
struct text_source *text_source_new(const struct bp_code *code,
                                    struct dd_manager *m);
void text_source_free(struct text_source *source);

struct bp_source text_source_images(struct text_source *source);
// How many valuations of a procedure's variables the paths have.
double text_source_count(struct text_source *source, uint32_t procedure,
                         struct dd paths);
// Of a variable of the diagrams of paths: the slot of the program's variable
// (bp.h) that it is the value of, and whether at the entry or now.
uint32_t text_source_slot(uint32_t variable, bool *is_at_entry);

#endif
