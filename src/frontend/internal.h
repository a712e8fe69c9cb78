// What the files of the translation share.
//
// A module is translated function by function. Inside a function the LLVM
// registers of a block are kept as terms over program variables and are only
// turned into assignments when they must be: that rebuilds C's expressions.
//
//   struct translator   the module: globals, procedures, types
//   struct body         the function at hand: registers, blocks, the location
//                       that the next edge leaves
//
// A register's term is over the *current* values of variables. Before a
// variable is changed, registers that mention it and are still needed are
// saved to temporaries (registers.c); this is what makes `n-- > 0` compare the
// old n. A register that is needed in another block, or whose term has grown
// large, is saved at once.
//
// Values: an i1 is a Boolean term; every other first-class value, vectors and
// small structs included, is one bit-vector with element 0 in the low bits.
#ifndef VOUCH_FRONTEND_INTERNAL_H
#define VOUCH_FRONTEND_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#include "frontend/debug_info.h"
#include "frontend/marks.h"
#include "frontend/frontend.h"
#include "frontend/pointer_map.h"
#include "frontend/source.h"
#include "program/access.h"
#include "program/program.h"

// What a pointer points to, as C text: `s.len`, or `*p` written as text p and
// is_dereference. Text none: unknown.
struct place {
  struct name text;
  struct ctype type;
  bool is_dereference;
};

// Where a C variable lives: a program variable or an object in memory.
struct storage {
  struct variable variable; // none if an object
  struct object_id object;
};

VEC_DEFINE(storage_vec, struct storage);

struct translator {
  struct frontend *frontend;
  struct program *program;
  struct debug_info *debug;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  struct storage_vec storages;   // [0] unused
  struct pointer_map globals;    // LLVM global -> storage
  struct pointer_map procedures; // LLVM function -> procedure_id
  struct pointer_map labels;     // basic block -> offset in its function
  struct object_id tables[3];    // of characters, see facts.c; or none
  struct source source;          // that was looked at last
  struct ctype any_pointer;      // a pointer to something; none until needed
  unsigned byval_kind;           // attribute numbers
  unsigned sret_kind;
  unsigned noreturn_kind;
  const struct name_vec *substitute; // functions with inline bodies
  const struct folding *folding;
  bool has_bad_initialiser; // see folded.h
  bool has_threads; // the program starts some: each access to what they may
                    // share is an edge of its own (shared.c)
};

// The value of an LLVM register in the block at hand.
struct reg {
  LLVMValueRef value;
  struct term term;
  struct ctype type;        // of the value, as far as known
  struct place place;       // what it points to
  uint32_t uses_left;       // in this block, the end of the block included
  const struct term *limbs; // of an integer wider than 128 bits, see wide.c
};

// A block of C, and what is declared in it: see scope.c.
struct scope {
  LLVMMetadataRef node; // of the debug information
  uint32_t parent;
  uint32_t depth;
  struct u32_vec locals;
};

// A local of the function: a variable, or an object in memory.
struct local {
  LLVMValueRef storage;
  uint32_t scope;
  struct variable variable;
  struct object_id object;
  bool escapes;
  bool is_doubtful; // it may belong to a larger scope
};

// A variable-length array: see vla.c.
struct vla {
  LLVMValueRef alloca;
  LLVMValueRef slot; // where the stack pointer of before is kept
  struct variable target;
};

// The uses in a block of a struct without a name: see temporary.c.
struct temporary {
  struct object_id object;
  LLVMValueRef first;
  LLVMValueRef last;
  bool is_whole;             // it has no uses in other blocks
  struct position used;      // once the last use is behind: where it was,
  struct position semicolon; // and the end of its statement
};

VEC_DEFINE(temporary_vec, struct temporary);
VEC_DEFINE(vla_vec, struct vla);
VEC_DEFINE(slot_vec, LLVMValueRef);
VEC_DEFINE(scope_vec, struct scope);
VEC_DEFINE(local_vec, struct local);
VEC_DEFINE(reg_vec, struct reg);
VEC_DEFINE(debug_variable_vec, struct debug_variable);

struct body {
  struct translator *translator;
  struct program *program;
  struct term_table *terms;
  struct procedure *procedure;
  LLVMValueRef function;
  struct pointer_map registers;       // LLVM value -> register number
  struct reg_vec regs;                // [0] unused
  struct u32_vec pending;             // registers of this block not yet saved
  struct pointer_map storage;         // alloca -> storage
  struct debug_variable_vec declared; // C variables of the function
  struct pointer_map variables;       // their storage -> index in `declared`
  struct pointer_map blocks;          // basic block -> location
  struct pointer_map names;           // interned name -> how often it was used
  struct pointer_map wholes; // basic block -> number of what it is a part of
  struct scope_vec scopes;   // [0] unused, [1] the function's
  struct local_vec locals;   // [0] unused
  struct pointer_map scope_of_node;  // of the debug information
  struct pointer_map scope_of_block; // in which it begins
  struct pointer_map local_of;       // storage -> local
  struct pointer_map repeated;       // basic blocks that may run again
  struct temporary_vec temporaries;
  struct pointer_map used_by_name; // instructions that use temporaries
  struct u32_vec ending;           // temporaries whose last use is behind
  struct vla_vec vlas;
  struct slot_vec slots; // of saved stack pointers
  bool has_lives;        // is there anything to do about locals?
  bool has_labels;       // control may go back inside of a scope
  uint32_t scope;        // that control is in
  LLVMValueRef skip;     // an instruction already translated
  LLVMBasicBlockRef block;
  struct location_id here; // none where control cannot come
  bool is_void; // the rest of the block lies behind an undefined operation
  struct position position;
  uint32_t temporary_count;
};

// types.c: LLVM types as sorts and sizes

// False when a value of the type is not representable (too wide).
bool type_sort(const struct translator *translator, LLVMTypeRef type,
               struct sort *sort);
// The width of its bits; 0 when not representable. i1 has 1.
unsigned type_width(const struct translator *translator, LLVMTypeRef type);
uint64_t type_size(const struct translator *translator, LLVMTypeRef type);
// Is it an integer that is as wide as an address?
bool type_is_number(const struct translator *translator, LLVMTypeRef type);
bool type_is_vector(LLVMTypeRef type);
bool type_is_aggregate(LLVMTypeRef type); // struct or array
// The number of elements of a vector, struct or array, and their types.
unsigned type_element_count(LLVMTypeRef type);
LLVMTypeRef type_element(LLVMTypeRef type, unsigned index);
// Where element `index` starts: in the packed bits, and in memory (bytes).
unsigned type_element_low(const struct translator *translator, LLVMTypeRef type,
                          unsigned index);
uint64_t type_element_offset(const struct translator *translator,
                             LLVMTypeRef type, unsigned index);
// A Boolean as one bit; other terms as they are. And back, for the type.
struct term bits_of(struct term_table *terms, struct term t);
struct term bits_to_type(struct term_table *terms, LLVMTypeRef type,
                         struct term t);

// constants.c

// The term of a constant of representable type. Undefined parts (undef,
// poison) are taken as zero and reported through *is_undefined (may be null).
struct term constant_term(struct translator *translator, LLVMValueRef constant,
                          bool *is_undefined);
u128 constant_bits(LLVMValueRef constant_int);
// The low bits of an integer of any width, 64 in each limb, low ones first.
void constant_limbs(LLVMValueRef constant_int, uint64_t *limbs, unsigned count);
// Sets the initial bytes and relocations of an object.
void constant_initialise(struct translator *translator, LLVMValueRef constant,
                         struct object_info *object);

// globals.c

// Declares all functions and global variables of the module.
void globals_declare(struct translator *translator);
// The storage of a global variable, through aliases; null for others.
const struct storage *globals_storage(struct translator *translator,
                                      LLVMValueRef value);
struct procedure_id globals_procedure(struct translator *translator,
                                      LLVMValueRef value);
// The external procedure of this name, declared on first use.
struct procedure_id globals_external(struct translator *translator,
                                     const char *name, struct sort result,
                                     bool is_noreturn);
// The address that a constant names: of a variable, function or label.
struct term globals_address(struct translator *translator, LLVMValueRef value);
void globals_limitation(struct translator *translator,
                        const struct procedure *procedure,
                        struct position position, const char *what,
                        bool is_havocked);

// attributes.c: what the declaration of a function says of its arguments and
// its result. Its type and passing are known.
void attributes_read(struct translator *translator, LLVMValueRef function,
                     struct procedure *procedure);

// promote.c: may this storage be a variable, does its address escape

bool storage_is_promotable(LLVMValueRef storage, LLVMTypeRef type);
bool storage_escapes(LLVMValueRef storage);
// Are all uses of the global reads of its bytes?
bool storage_is_fixed(LLVMValueRef storage);

// body.c

void body_translate(struct translator *translator, LLVMValueRef function);
// Adds an edge from here to a new location and goes there.
void body_emit(struct body *body, struct operation op);
// From here to a location that exists.
void body_emit_to(struct body *body, struct operation op,
                  struct location_id to);
// Control goes to the undefined outcome when the condition holds.
void body_emit_undefined(struct body *body, struct term condition,
                         enum undefined_reason reason);
// Only the edge to the undefined outcome; the caller makes the others.
void body_emit_failure(struct body *body, struct term condition,
                       enum undefined_reason reason);
// The INVALID sibling of an access that is emitted next, where one is needed.
void body_emit_access_check(struct body *body, enum access_kind kind,
                            struct term address, struct term size);
// Reports a construct that we do not translate; control ends here.
void body_emit_unsupported(struct body *body, const char *what);
// Reports a construct that is over-approximated.
void body_note(struct body *body, const char *what);
struct location_id body_block(struct body *body, LLVMBasicBlockRef block);
// A frame object of the procedure that is not a C variable.
struct object_id body_add_object(struct body *body, const char *name,
                                 struct ctype type, uint64_t size,
                                 uint32_t alignment);
// What C calls the storage, or what LLVM does.
struct debug_variable body_declared(struct body *body, LLVMValueRef storage);
struct term body_pointer_const(const struct body *body, uint64_t value);

// scope.c: lives of objects of blocks

void scopes_init(struct body *body); // once storage is declared
void scopes_release(struct body *body);
void scopes_begin_block(struct body *body);
// Control comes to the instruction, or to the declaration.
void scopes_at(struct body *body, LLVMValueRef instruction);
void scopes_declare(struct body *body, LLVMValueRef declare);
// On the way from here to the block: does something happen, and do it.
bool scopes_change(struct body *body, LLVMBasicBlockRef block);
void scopes_go(struct body *body, LLVMBasicBlockRef block);
void body_emit_lives(struct body *body, const struct term_vec *addresses,
                     enum life life);

// temporary.c: structs without a name

// Is the storage, which C does not declare, one?
bool temporary_is_one(struct body *body, LLVMValueRef alloca);
void temporaries_add(struct body *body, LLVMValueRef alloca,
                     struct object_id object);
// Before and after an instruction is translated.
void temporaries_at(struct body *body, LLVMValueRef instruction);
void temporaries_after(struct body *body, LLVMValueRef instruction);
// Calls `see` for every instruction that uses the storage, or an address inside
// of it, by name.
void each_use_by_name(struct body *body, LLVMValueRef address, void *context,
                      void (*see)(struct body *body, LLVMValueRef user,
                                  void *context));

// vla.c: arrays of variable length

void vlas_init(struct body *body);
// The array that the instruction allocates, if it ends with a block; or null.
const struct vla *vla_find(const struct body *body, LLVMValueRef alloca);
// The stack pointer is saved, or restored.
void vlas_save(struct body *body, LLVMValueRef save);
void vlas_restore(struct body *body, LLVMValueRef restore);

// registers.c

struct term register_operand(struct body *body, LLVMValueRef value);
// Of a call, and a number as wide as another.
static inline struct term operand(struct body *body, LLVMValueRef call,
                                  unsigned index) {
  return register_operand(body, LLVMGetOperand(call, index));
}
static inline struct term constant_like(struct body *body, struct term like,
                                        u128 value) {
  return term_const(body->terms, term_width(body->terms, like), value);
}
// The same as bits.
struct term register_bits(struct body *body, LLVMValueRef value);
// What is known about a value besides its term.
struct ctype register_type(struct body *body, LLVMValueRef value);
struct place register_place(struct body *body, LLVMValueRef value);
// Gives an instruction its value.
void register_define(struct body *body, LLVMValueRef instruction,
                     struct term term, struct ctype type, struct place place);
// The same for an integer of more than 128 bits; the limbs are copied.
void register_define_wide(struct body *body, LLVMValueRef instruction,
                          const struct term *limbs, uint32_t count);
const struct term *register_limbs(struct body *body, LLVMValueRef value);
void register_define_plain(struct body *body, LLVMValueRef instruction,
                           struct term term);
// Defines an instruction, whose type must be representable, as a variable that
// the next edge writes: the C variable it is stored to at once, if so, and
// otherwise a new temporary showing `text`.
struct variable register_target(struct body *body, LLVMValueRef instruction,
                                struct name text, struct ctype type);
struct variable register_temporary(struct body *body, struct sort sort,
                                   struct name text, struct ctype type);
// The variable holds values of the type.
void register_note_type(struct body *body, struct variable variable,
                        LLVMTypeRef type);
// Defines an instruction as an unknown value.
void register_havoc(struct body *body, LLVMValueRef instruction,
                    enum havoc_origin origin, const char *what);
// To be called before the variable changes, before any global may change, and
// when a block begins.
void register_save_for(struct body *body, struct variable variable);
void register_save_globals(struct body *body);
void register_begin_block(struct body *body);

// place.c: C text of what addresses point to

struct place place_of_variable(const struct body *body,
                               const struct storage *storage);
struct place place_member(struct body *body, struct place place,
                          uint64_t bit_offset);
struct place place_index(struct body *body, struct place place,
                         struct term index);
// The place seen as a record, when the pointer's own type says less.
struct place place_cast(struct body *body, struct place place,
                        struct ctype record);
// What of `size` bytes starts there: a member of a union, say.
struct place place_view(struct body *body, struct place place, uint64_t size);
// The text and type of the value of `size` bytes that an access finds there.
struct place place_access(struct body *body, LLVMValueRef pointer,
                          struct term address, uint64_t size);
struct place place_behind(struct body *body, struct place value);

// memory.c

void memory_load(struct body *body, LLVMValueRef instruction);
void memory_store(struct body *body, LLVMValueRef instruction);
void memory_update(struct body *body, LLVMValueRef instruction);
void memory_exchange(struct body *body, LLVMValueRef instruction);
void memory_address(struct body *body, LLVMValueRef instruction); // GEP
void memory_alloca(struct body *body, LLVMValueRef instruction);
// Emits the copy of a block of bytes with its checks.
void memory_copy(struct body *body, struct term to, struct term from,
                 struct term size);
// The same for bytes that must not overlap, unless they are the same.
void memory_copy_apart(struct body *body, struct term to, struct term from,
                       struct term size);
void memory_fill(struct body *body, struct term to, struct term byte,
                 struct term size);
// Emit a plain load to a new temporary, and a plain store, with their checks.
struct term memory_read(struct body *body, struct term address, unsigned width);
void memory_write(struct body *body, struct term address, struct term value);

// device.c: volatile accesses as those of a device

// Decides whether they are, for the whole program.
void device_choose(struct translator *translator);

// shared.c: what threads share

// Does the program start threads?
bool shared_has_threads(LLVMModuleRef module);
// Can another thread see the variable, at each access by itself?
bool shared_is_step(const struct body *body, struct variable variable);
// Reads a variable that others may write, by an edge of its own.
void shared_load(struct body *body, LLVMValueRef instruction,
                 struct variable variable, struct place value);
// Functions that run as one step: what comes before their first statement, and
// before they return.
void shared_enter(struct body *body);
// Notes an order that is weaker than sequential consistency.
void shared_order(struct body *body, LLVMValueRef instruction);
void shared_leave(struct body *body);
// Does the instruction read, or write, what a device may hold? Counted.
bool device_is_read(struct body *body, LLVMValueRef instruction,
                    LLVMValueRef pointer);
bool device_is_write(struct body *body, LLVMValueRef instruction,
                     LLVMValueRef pointer);
// Is there nothing but a device?
bool device_is_constant(struct body *body, struct term address);
// Leaves out what follows, up to device_join, for addresses that are numbers.
struct location_id device_skip_numbers(struct body *body, struct term address);
void device_join(struct body *body, struct location_id after);
// A read that must be valid: what is in memory, or none. And the value that it
// gives; for a pointer that may be what is in memory after all.
struct term device_touch(struct body *body, struct term address,
                         uint64_t bytes);
void device_give(struct body *body, struct variable target);
struct term device_perhaps(struct body *body, struct term old,
                           struct ctype type);
// After a copy (an intrinsic) from a volatile object: what it gave.
void device_copy(struct body *body, LLVMValueRef call);

// arithmetic.c: instructions that compute

void arithmetic_binary(struct body *body, LLVMValueRef instruction);
void arithmetic_compare(struct body *body, LLVMValueRef instruction);
void arithmetic_convert(struct body *body, LLVMValueRef instruction);
void arithmetic_select(struct body *body, LLVMValueRef instruction);
void arithmetic_negate(struct body *body, LLVMValueRef instruction);
void arithmetic_element(struct body *body, LLVMValueRef instruction);

// wide.c: integers of more than 128 bits, which clang makes for long runs of
// bit-fields. False when the instruction is not about such integers, or does
// more with them than bit-fields need.

bool wide_translate(struct body *body, LLVMValueRef instruction);

// control.c: terminators

void control_terminator(struct body *body, LLVMValueRef instruction);

// call.c, library.c, intrinsic.c, assembly.c

void call_translate(struct body *body, LLVMValueRef instruction);
// Emits the call of a procedure as if C had called it by name.
void call_external(struct body *body, LLVMValueRef instruction,
                   const char *name, const struct term *arguments,
                   uint32_t count);
// True if the function is one whose meaning is in the automaton itself.
bool library_translate(struct body *body, LLVMValueRef call, const char *name);
// The function that a specification speaks of by this name, though clang calls
// none; or none.
struct procedure_id call_opaque(struct body *body, const char *name);
void intrinsic_translate(struct body *body, LLVMValueRef call,
                         const char *name);
void assembly_translate(struct body *body, LLVMValueRef call);
// Assembly with more outputs in registers than fit into a value, and taking
// one of them. False when it is something else.
bool assembly_translate_wide(struct body *body, LLVMValueRef instruction);
// Of `asm goto`: does it always fall through? And a value that tells where it
// goes, if not.
bool assembly_falls_through(LLVMValueRef jump);
struct term assembly_choice(struct body *body);

#endif
