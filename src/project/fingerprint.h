// What the compiler sees of a unit, told apart from where it stands.
//
// Two versions of a file that differ in comments, blanks and empty lines only
// have the same fingerprint: what was found out about the one holds for the
// other, at other lines. Which file a line stands in counts: functions of
// headers are not checked. The places say which: the line of the source, one
// after the other, that each line of the preprocessed text comes from.
#ifndef VOUCH_PROJECT_FINGERPRINT_H
#define VOUCH_PROJECT_FINGERPRINT_H

#include "base/strbuf.h"

struct fingerprint {
  struct strbuf digest; // hexadecimal
  struct strbuf places; // lines of text: a file, a blank, a line's number
};

// Of preprocessed text with line markers; it may have any bytes.
void fingerprint_init(struct fingerprint *fingerprint, const char *text,
                      size_t length);
void fingerprint_release(struct fingerprint *fingerprint);

#endif
