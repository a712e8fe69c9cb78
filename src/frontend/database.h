// compile_commands.json: how a project compiles its files.
#ifndef VOUCH_FRONTEND_DATABASE_H
#define VOUCH_FRONTEND_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

VEC_DEFINE(string_vec, char *); // owned strings

struct compile_command {
  char *directory;
  char *file;              // absolute, or joined to the directory
  struct string_vec flags; // without compiler, input, output and -c
};

VEC_DEFINE(compile_command_vec, struct compile_command);

struct database {
  struct compile_command_vec commands;
};

// Reads FOLDER/compile_commands.json (or the file itself, when FOLDER names
// one). False, after telling why, when it is missing or malformed.
bool database_read(struct database *database, const char *folder,
                   struct diag *diag);
void database_release(struct database *database);

// The command that compiles this file, by real path, or null.
const struct compile_command *database_find(const struct database *database,
                                            const char *file);

#endif
