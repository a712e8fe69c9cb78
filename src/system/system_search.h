// Searching the composition of a system's components for a trace that the
// specification forbids, or a deadlock.
//
// It is searched on the fly, made of the components' LTSs (`fine`), of their
// abstractions by actions (`coarse`), of pairs that are made smaller, or by
// decision diagrams. A trace of the abstractions that a component's LTS does
// not have splits blocks (seed 000, figure 9); what a split did not touch stays
// searched.
#ifndef VOUCH_SYSTEM_SYSTEM_SEARCH_H
#define VOUCH_SYSTEM_SYSTEM_SEARCH_H

#include "system/system.h"

// Searches in the way that the options say. FAILS: the witness is in the
// system, and every component's LTS has its part of it, unless the components
// are looked at by their actions alone.
enum joint_answer system_search(struct system_check *system);

// Searches the composition of components whose values are followed, or that
// have LTSs, as far as they are needed (lts/growing.h). BLIND when a value
// counts that is not known.
enum joint_answer system_search_reduced(struct system_check *system,
                                        uint64_t limit);

// Does the composition of the components' LTSs do nothing that the other
// specification forbids? False, too, when that takes long to find out.
bool system_keeps_to(struct system_check *system,
                     const struct lts *specification);

// Are values of some component followed?
bool system_is_followed(const struct system_check *system);

// What component `i` does of the witness.
void system_project(const struct system_check *system, uint32_t i,
                    struct lts_action_vec *into);
void system_forget_witness(struct system_check *system);

// After a component's LTS has changed: splits its blocks for the traces that
// were spurious before and still are.
void system_split_again(struct system_check *system, uint32_t i);
// The searches start anew.
void system_forget_search(struct system_check *system);

#endif
