// The rules of the specifications that come with the program, and which
// functions they are about: to find those that fit somebody's code.
//
// A rule is a property for each object (`property MUTEX_LOCK for each m`). The
// functions of the events that its first state allows are those that begin
// something; those of all other events are what has to follow, or may.
#ifndef VOUCH_SPEC_SHIPPED_H
#define VOUCH_SPEC_SHIPPED_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/vec.h"

struct rule {
  struct name file; // "pthread.spec"
  struct name name; // of the property
  struct name_vec begins;
  struct name_vec follows;
};

VEC_DEFINE(rule_vec, struct rule);

struct shipped {
  struct rule_vec rules;     // by file, in the order of each
  struct name_vec functions; // that the files speak of, each once
  // By turns a name and the file that has it: procedures that are described,
  // events and processes.
  struct name_vec procedures, definitions;
};

// Reads all specifications of a folder, by name. False after a message.
bool shipped_init(struct shipped *shipped, const char *folder,
                  struct interner *names, struct diag *diag);
void shipped_release(struct shipped *shipped);

// Does a file of the folder describe the function?
bool shipped_describes(const struct shipped *shipped, struct name file,
                       struct name function);

// Do the files have an event or a process of the same name?
bool shipped_clash(const struct shipped *shipped, struct name a, struct name b);

#endif
