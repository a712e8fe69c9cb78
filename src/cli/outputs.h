// The files that a report is written to, besides what people are shown: an
// option of its own for each format.
#ifndef VOUCH_CLI_OUTPUTS_H
#define VOUCH_CLI_OUTPUTS_H

#include "base/diag.h"
#include "base/options.h"
#include "evidence/result.h"

// Is one of them the standard output?
bool outputs_take_stdout(const struct options *options);
// Is any asked for?
bool outputs_are_wanted(const struct options *options);
// Writes those that are asked for. False, after telling why, when one cannot be
// written.
bool outputs_write(const struct options *options, const struct result *result,
                   struct diag *diag);

// A text into the file of that name, or the standard output.
bool outputs_write_text(const char *path, const struct strbuf *text,
                        struct diag *diag);

#endif
