// What was checked, as whoever asked for it said it: files, the property, the
// data model. It owns its vector; texts are interned.
#ifndef VOUCH_EVIDENCE_SUBJECT_H
#define VOUCH_EVIDENCE_SUBJECT_H

#include "base/intern.h"

struct subject {
  struct name_vec files;
  struct name property; // the lines of a property file; none: by the rows
  unsigned bits;        // of a pointer: 32 or 64
};

#endif
