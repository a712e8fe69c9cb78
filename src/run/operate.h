// What the interpreter's loop does not do in line: accesses that may fail,
// allocation, choices of the oracle, calls. The frame is the running one, with
// its pc at the instruction. Functions that return a Boolean return false once
// the run has stopped.
#ifndef VOUCH_RUN_OPERATE_H
#define VOUCH_RUN_OPERATE_H

#include "run/machine.h"

// Memory

// Ends the run as the INVALID edge beside the operation says. That there is
// none means that the automaton is wrong about the access.
void operate_stop_invalid(struct machine *machine, const struct frame *frame,
                          enum access_kind access, uint64_t address,
                          uint64_t size);
bool operate_load(struct machine *machine, const struct frame *frame,
                  uint64_t *words, struct slot to, uint64_t address);
bool operate_store(struct machine *machine, const struct frame *frame,
                   const uint64_t *words, struct slot from, uint64_t address);
bool operate_copy(struct machine *machine, const struct frame *frame,
                  uint64_t to, uint64_t from, uint64_t size);
bool operate_fill(struct machine *machine, const struct frame *frame,
                  uint64_t to, uint8_t value, uint64_t size);
// Does an allocation that may fail succeed? False after stopping the run.
bool operate_may_allocate(struct machine *machine, bool *ok);
bool operate_allocate(struct machine *machine, struct frame *frame,
                      uint64_t *words, const struct instruction *ip);
bool operate_free(struct machine *machine, const struct frame *frame,
                  uint64_t address);
bool operate_live(struct machine *machine, struct frame *frame,
                  const uint64_t *words, const struct instruction *ip);
// Shows an access to the watcher.
bool operate_watch(struct machine *machine, const struct frame *frame,
                   const uint64_t *words, const struct instruction *ip);
// An INVALID edge that no operation covers.
bool operate_validate(struct machine *machine, const struct frame *frame,
                      const uint64_t *words, const struct instruction *ip);

// The rest

bool operate_havoc(struct machine *machine, const struct frame *frame,
                   uint64_t *words, const struct instruction *ip);
// Pushes the callee's frame, or runs the library routine at once.
bool operate_call(struct machine *machine, struct thread *thread,
                  const struct call_site *site, uint64_t *words);
// Copies arguments to a callee's frame, if they fit its parameters.
bool operate_pass_arguments(struct machine *machine, const struct code *code,
                            uint64_t *to, const uint64_t *from,
                            const struct slot *arguments, uint32_t count);
// False when whoever listens says that the run ends here.
bool operate_perform(struct machine *machine, const struct frame *frame,
                     const uint64_t *words, const struct call_site *site);
void operate_stop_undefined(struct machine *machine, const struct frame *frame,
                            uint32_t edge);
void operate_stop_unsupported(struct machine *machine,
                              const struct frame *frame, uint32_t edge);

#endif
