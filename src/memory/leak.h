// Blocks that a function loses (--leaks).
//
// A block of the heap that is allocated while the function runs has to be freed
// by its end, or returned, or handed on: its address is stored in memory that
// is neither a variable of a function nor a block of the program, given to a
// global variable, or passed to a function without a body, to realloc, or to a
// routine that remembers it. What happens to it then is not asked. One that
// another block holds is as good as that, unless something is freed later, or
// they may form a ring. So a loss that is told is one whatever callers do.
//
// Where it is not known whose memory is written (holder.h), whether a copy or
// an unseen function handed it on, or whether what held it is still there, it
// is unsure; a return with such a block is not supported.
//
// Each test is a branch of its own: where an address is compared with one of
// another object, what is not known of the test is not forgotten of the flags.
//
// That is written into the program with variables of our own: the block that is
// watched, one of those that are allocated, by choice, 0 for none; its size;
// whether it was handed on; whether another block holds it; whether that is
// unsure; whether a variable of a function that has an address held it, which a
// copy or an unseen function may hand on; and the choice. Where the function
// returns, an edge leads to the undefined outcome (UNDEFINED_LEAK) if the block
// that is watched is lost.
//
// Blocks of unseen functions (check/results.h) are not watched.
#ifndef VOUCH_MEMORY_LEAK_H
#define VOUCH_MEMORY_LEAK_H

#include "program/program.h"

// Asks at the returns of the procedure. Before rows are collected.
void leak_ask(struct program *program, struct procedure_id entry);
// Watches, if it was asked. Where it is known whom calls through pointers call,
// and routines have their bodies.
void leak_watch_all(struct program *program, struct procedure_id entry,
                    bool is_open);

#endif
