// The formats of printf and scanf, conversion by conversion.
//
// What is read is what C11 and POSIX say; a format with anything else (numbered
// arguments, unknown letters) is not well formed here, and its user must take
// it for one that nobody understands.
#ifndef VOUCH_LIBRARY_FORMAT_H
#define VOUCH_LIBRARY_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How wide the number is.
enum format_length {
  LENGTH_NONE,
  LENGTH_CHAR,  // hh
  LENGTH_SHORT, // h
  LENGTH_LONG,  // l
  LENGTH_WIDE,  // ll, j: 64 bits
  LENGTH_SIZE,  // z, t: as wide as a pointer
  LENGTH_DOUBLE // L
};

enum { FORMAT_NONE = -1, FORMAT_ARGUMENT = -2 };

struct format_conversion {
  char kind; // 'd', 's', ...; '[' of scanf; '%'; 'm' of printf takes nothing
  enum format_length length;
  int width;       // FORMAT_NONE, FORMAT_ARGUMENT: the next argument says
  int precision;   // the same
  bool has_sign;   // '+' or blank
  bool is_odd;     // '#' or an apostrophe: longer than one would think
  bool is_dropped; // scanf: '*', nothing is stored
  bool allocates;  // scanf: 'm'
};

// Reads from *at, which is moved on. `plain` gets the number of characters
// before the conversion. False at the end, where `conversion` has kind 0 if all
// was well and '?' if not.
bool format_next(const char **at, const char *end, bool is_scan,
                 uint64_t *plain, struct format_conversion *conversion);

// The bytes of what a conversion of scanf stores, or that %n stores: 0 for
// text.
uint64_t format_stored(const struct format_conversion *conversion,
                       unsigned pointer_width);

#endif
