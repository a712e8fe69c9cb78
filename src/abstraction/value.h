// Values of variables as they are followed one by one: known, or not.
//
// What comes from outside and cannot be enumerated is unknown. Unknown values
// may be copied, stored and computed with; the result is unknown unless it does
// not depend on them. Nothing that was decided rests on one: where a branch
// depends on an unknown value, who follows gives up. So what was followed until
// then is exact.
//
// The value of an array is the number of its contents in a table that has each
// once: an element for all indices and the exceptions to it, sorted, so that
// equal contents have equal numbers. Numbers begin with 1, which is an array of
// unknown elements.
//
// Terms are compiled: an instruction for each subterm, operands first, whose
// result is in the register of its own number. Values wider than 64 bits are
// unknown.
#ifndef VOUCH_ABSTRACTION_VALUE_H
#define VOUCH_ABSTRACTION_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "term/term.h"

struct value {
  uint64_t bits; // of an array: its number; 0 when it is not known
  bool is_known; // of an array: always
};

enum { VALUE_ARRAY_UNKNOWN = 1, VALUE_MOST_BITS = 64 };

// What of the sort nothing is known about.
struct value value_unknown(struct sort sort);

// ---- Arrays -----------------------------------------------------------------

struct value_arrays {
  struct interner *contents;
  struct strbuf scratch;
};

// One thing that is known of an array: of number `k` of its contents, 0 being
// that of all indices without an own one. False behind the last.
struct value_element {
  uint64_t index;
  struct value value;
};

bool value_array_at(const struct value_arrays *arrays, struct value array,
                    uint32_t k, struct value_element *element);

// ---- Terms ------------------------------------------------------------------

struct value_step; // private

struct value_code {
  struct value_step *steps;
  uint32_t count;
  struct u32_vec operands; // registers
  struct u32_vec results;  // by root: its register
};

// `slots` gives the number of a variable plus 1, by the term's variable index;
// others are unknown.
void value_code_init(struct value_code *code, const struct term_table *terms,
                     const struct term *roots, uint32_t count,
                     const struct u32_vec *slots);
void value_code_release(struct value_code *code);

struct value_machine {
  struct value_arrays arrays;
  struct value *registers;
  uint32_t register_count;
};

void value_machine_init(struct value_machine *machine);
void value_machine_release(struct value_machine *machine);

// The values of the roots are in the registers code->results then.
void value_code_run(const struct value_code *code,
                    struct value_machine *machine,
                    const struct value *variables);

#endif
