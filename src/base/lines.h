// Texts that are read line by line: a word, then numbers or whatever follows.
// Certificates are such texts.
#ifndef VOUCH_BASE_LINES_H
#define VOUCH_BASE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

// Calls `take` with each line that says something: neither the first one, nor
// empty, nor a comment (#). The first must be `first`, unless that is null.
// False at a line that is not taken, which is put into `refused`.
bool lines_each(const char *text, const char *first,
                bool (*take)(void *context, const char *line), void *context,
                struct strbuf *refused);

// Does the line begin with the word? *rest is what follows it.
bool line_starts(const char *line, const char *word, const char **rest);
// The number that comes next, behind blanks, which has to be below the bound.
bool line_number(const char **at, uint32_t bound, uint32_t *number);
// The word that comes next, behind blanks.
bool line_word(const char **at, const char *word);

#endif
