// Routines that read streams, and what a path wishes that they read.
//
// The model of a path says what such a call returns and what it stores, each
// call by itself: `call scanf 2`, `written f::name+0 ...`, `call
// __vouch_scanned32 7`. In a run that must leave the world alone these lines
// are not answers but wishes: bytes that would make the routine do that are
// added to its stream's source (source.h), and the routine reads them. Whether
// it then does as wished is another matter. Two calls share one stream: a
// character that one did not match is what the next gets. So a violation counts
// only of a run that has all the bytes from the beginning, and no wishes.
#ifndef VOUCH_RUN_WISH_H
#define VOUCH_RUN_WISH_H

#include "run/library.h"
#include "run/source.h"

// The same wish can be granted in several ways.
enum wish_round {
  ROUND_SHORT, // texts end with their first zero, and the stream where it may
  ROUND_FULL   // texts are as long as they can be, and it does not end
};

enum reading_kind {
  READS_CHARACTER, // getc
  READS_LINE,      // fgets: at most as much as there is room
  READS_RECORDS,   // fread
  READS_WHOLE,     // getline: makes room
  READS_FORMAT,    // scanf
  READS_LIST       // vscanf
};

struct reading_routine {
  const char *name;
  enum reading_kind kind;
  int stream;      // argument, -1: stdin
  uint32_t format; // argument of FORMAT and LIST
};

// Null if it is none.
const struct reading_routine *reading_find(const char *name);
// A number that scanf stored (memory/model_scan.h): a run finds it where that
// was, and a path says what it is.
bool reading_is_stored(const char *name);

// What the stream that the call reads is made of, or null: the world's.
struct source *wish_source(struct library_call *call,
                           const struct reading_routine *routine);

// Takes the wishes for the call, if there are any, and gives its source the
// bytes.
void wish_grant(struct library_call *call,
                const struct reading_routine *routine);

#endif
