// A C program as a set of control-flow automata.
//
// A program owns everything below it: names, terms, C types, variables,
// objects, procedures. It comes from the front end, with what options and a
// specification say of it, and is then frozen, that is only read; what checks
// make of it stands in drafts (draft.h).
// program_validate (validate.h) runs after each pass.
//
// Variables hold scalars (terms of sort bool or bits) and have no address;
// where memory became variables (memory/region.h) globals hold arrays, too.
// Whatever needs an address is an object in memory: arrays, structs, scalars
// whose address is taken, functions. Each object has
// a variable of kind VARIABLE_ADDRESS that holds its address and is never
// assigned; `&x` in a term is that variable.
//
// Variadic procedures: the caller stores the variable arguments into a frame
// object of its own, laid out as the ABI lays out the stack, and passes its
// address; it arrives in the procedure's `variadic` variable. va_start writes
// a va_list that has used up its registers and continues there, so the code
// that the compiler makes for va_arg just works. Structs passed by value are
// copied by the caller into a frame object, whose address is passed.
#ifndef VOUCH_PROGRAM_PROGRAM_H
#define VOUCH_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bitset.h"
#include "base/intern.h"
#include "base/position.h"
#include "base/vec.h"
#include "program/attribute.h"
#include "program/ctype.h"
#include "program/operation.h"
#include "term/term.h"

struct object_id {
  uint32_t id;
};
struct location_id {
  uint32_t id; // counts from 1 within its procedure
};
struct edge_id {
  uint32_t id; // counts from 1 within its procedure
};

VEC_DEFINE(object_vec, struct object_id);

enum variable_kind {
  VARIABLE_GLOBAL,
  VARIABLE_PARAMETER,
  VARIABLE_LOCAL,
  VARIABLE_TEMPORARY, // holds a part of an expression
  VARIABLE_ADDRESS    // the address of an object; never assigned
};

struct variable_info {
  enum variable_kind kind;
  struct name name;  // C name; "x.2" for the second x of a procedure
  struct name text;  // C text to show: for temporaries the expression they
                     // hold ("p->next"), otherwise the plain name ("x")
  struct ctype type; // unknown for some temporaries
  struct term term;  // the variable as a term
  struct procedure_id owner; // none for globals
  uint32_t slot;             // position among its owner's variables, or among
                             // those without an owner
  struct object_id object;   // of an ADDRESS; of one that holds it (access.h)
  struct term initial;       // of a GLOBAL; none means zero
  bool is_internal;          // of a GLOBAL: static, so nobody else names it
  bool is_hidden;            // of a GLOBAL: see hidden.h
  bool is_fixed;             // of a GLOBAL: internal, or a constant that is
                             // defined here, and nothing writes it
  bool is_listed;            // of a GLOBAL: unseen functions change it
  bool is_changed;           // of a GLOBAL: written before a function starts
                             // alone, whatever is said of how that starts
  bool is_made;              // by a pass: no C program declares it
  bool is_number;            // an integer that is as wide as an address
  struct position position;  // of its declaration
};

enum object_kind {
  OBJECT_GLOBAL,
  OBJECT_STRING,  // a string literal
  OBJECT_FRAME,   // lives from entry to return of its procedure
  OBJECT_FUNCTION // one byte for itself and one for each label whose address
                  // is taken, so that labels of a function are close together
};

// A hole in the bytes of an initialiser: an address, or a difference of two.
struct relocation {
  uint64_t offset;
  struct term value; // over ADDRESS variables and constants
};

// What callers see to of an object that a function is given, where nothing says
// how large it is (--required): accesses behind its end are what they have to
// make room for, and no violation.
enum object_room {
  ROOM_NONE,     // it is as large as it is
  ROOM_ELEMENTS, // it is a structure, perhaps one of an array: whether what is
                 // behind it is meant, or behind an array in it, nobody can
                 // tell
  ROOM_TO_WRITE, // a text, which is read up to its end
  ROOM_ANY
};

struct object_info {
  enum object_kind kind;
  struct name name; // for strings the literal as C text
  struct ctype type;
  uint64_t size; // in bytes
  uint32_t alignment;
  bool is_constant; // may not be written
  bool is_external; // declared here, defined elsewhere
  bool is_adopted;  // was external: its initial value is not known
  bool is_input;    // of an entry state (memory/entry_state.h): of its own size
                    // in each run
  enum object_room room; // of such an object
  bool is_thread_local;
  bool is_internal; // static: nobody else names it
  bool is_hidden;   // see hidden.h
  bool is_fixed;    // internal, and nothing writes it: all uses are reads
  bool is_listed;   // of a GLOBAL: unseen functions change it
  bool is_changed;  // the same as of a variable
  bool escapes;     // its address is used for more than direct accesses
  struct variable address;
  struct procedure_id owner;     // of a FRAME object
  struct procedure_id procedure; // of a FUNCTION
  const uint8_t *bytes; // initial bytes of a global; null means all zero
  struct relocation *relocations;
  uint32_t relocation_count;
  struct position position;
};

enum undefined_reason {
  UNDEFINED_NONE,
#define UNDEFINED(name, what) UNDEFINED_##name,
#include "program/undefined.def"
#undef UNDEFINED
  UNDEFINED_COUNT
};

const char *undefined_text(enum undefined_reason reason);

// What a call of a procedure is. All but FUNCTION and MODEL have no body, and
// names that are no routine's of the library and are only to be shown: "label
// L", "f@assumed". A C function can be called so, too, by an assembler name.
enum procedure_kind {
  PROCEDURE_FUNCTION, // of C, or made of such
  PROCEDURE_LABEL,    // reaching a C label that is checked for
  PROCEDURE_ASSUMED,  // a function without a body whose effects a specification
                      // describes: no routine of the library stands for it
  PROCEDURE_ASSUMED_BODY, // the same of one with a body, which can write what
                          // is static
  PROCEDURE_UNSEEN, // what we do not see: a call through a pointer that came
                    // from outside
  PROCEDURE_MODEL   // made for one call of a library routine, whose name it
                    // has; what it passes to the routine has been looked at
};

// What a call through a pointer is called.
#define UNSEEN_CALL "call through a pointer"

// Is the procedure called so in C? Static functions of the same name in several
// files have a number behind it: reach_error, reach_error.2.
bool is_procedure_named(const char *procedure, const char *name);

// What a procedure without a body does to the memory that it can reach, as far
// as a specification says so. Whatever it does, it may keep the addresses that
// it gets, and what it returns may be any address that it can know.
enum outside_kind {
  OUTSIDE_WRITES, // may change all of it
  OUTSIDE_KEEPS,  // changes nothing
  OUTSIDE_FILLS,  // changes what its last argument points to, as much as the
                  // type `filled` has (none: the whole object), and nothing
                  // else
  OUTSIDE_LISTED, // changes the globals that are listed for everybody (see
                  // `unseen`), and where its result goes
  OUTSIDE_LED     // the same, and what its arguments lead to
};

// What functions without a body do that nothing else is known of: by an option,
// or by a specification.
enum unseen_kind {
  UNSEEN_ANYTHING,  // change whatever escaped, and globals
  UNSEEN_ARGUMENTS, // change what their arguments lead to, and what is listed
  UNSEEN_NOTHING    // change what is listed
};

// A limitation: what assembly that declares to write memory is taken for where
// functions without a body change nothing.
#define TAME_ASSEMBLY "assembly that may write memory"

// What havocs are of whose values the machine gives.
#define OF_ASSEMBLY "asm"
#define OF_MACHINE "machine state"

struct unseen {
  enum unseen_kind kind;
  bool is_specified; // by `assume others`
};

// How a function may be called while it runs (check/again.h).
enum called_again { CALLED_NOT, CALLED_BY_NAME, CALLED_BY_POINTER };

// What is known of the state in which a function other than main starts
// (memory/entry_state.h), because it was said.
struct starting {
  bool is_nonnull;   // pointers that it is given, and in what they lead to, are
                     // not null
  bool is_initial;   // globals have their initial values
  bool is_usual;     // what callers usually see to (check/usual.h)
  bool is_required;  // what only they can see to is required of them
  bool has_inner;    // and calls of functions inside of themselves are theirs
  bool is_declared;  // attributes of declarations count (check/attributes.h)
  bool has_sizes;    // a specification or an attribute says how large objects
                     // are that it is given
  bool is_inner;     // it is called inside of itself, too, and callers are not
                     // all that gives it something (check/recall.h)
  uint64_t nullable; // then: the first 64 parameters that it asks about null
                     // itself, and may be given null
  enum called_again again; // of the function, once that was looked at
  uint64_t sized; // the first 64 parameters: an argument says how many elements
                  // there are; as usual
  uint64_t most;  // bytes of an input object without pointers inside, at most;
                  // 0: as many as by default
};

// What is written in to look for leaks (memory/leak.h); none: nothing is.
struct leak_watch {
  struct variable block;  // the address of the block that is watched, or 0
  struct variable size;   // its bytes
  struct variable handed; // on, to somebody else
  struct variable inside; // a block of the program holds it
  struct variable unsure; // whether somebody holds it
  struct variable kept;   // a variable that has an address held it
  struct variable choice; // whether to watch the next one
};

// How an argument arrives, after the lowering of structs (lowering.h).
enum passing_kind {
  PASSED_VALUE,
  PASSED_COPY,  // the address of a copy of the caller's
  PASSED_RESULT // the address where the result goes
};

struct passing {
  enum passing_kind kind;
  unsigned width; // in bits
};

VEC_DEFINE(passing_vec, struct passing);

struct location {
  struct position position;
  struct name label;  // the C label here, or none
  uint32_t first_out; // edges first_out .. first_out+out_count-1 leave it
  uint32_t out_count;
};

// `undefined` is UNDEFINED_NONE unless the edge leads to the procedure's
// undefined location.
struct edge {
  struct location_id from;
  struct location_id to;
  struct position position;
  enum undefined_reason undefined;
  uint32_t origin; // a number for the pass that builds the procedure, to find
                   // its edges again once they are sealed
  uint32_t kept_call; // which call of a kept procedure it was, plus 1
                      // (memory/remove.h), or 0: passes leave it as it is
  struct operation op;
};

// Of an edge of a procedure that was made of several: the one in which it is
// written, and 1 + the thread whose step it is; zeros when nobody wrote it.
struct procedure_source {
  struct procedure_id procedure;
  uint32_t thread;
  uint32_t spawns; // 1 + the thread that it starts; 0: none
  bool is_event;   // it ends what is one event of its thread in a run of the
                   // procedures that it was made of (run/schedule.h)
};

VEC_DEFINE(procedure_source_vec, struct procedure_source);
VEC_DEFINE(location_vec, struct location);
VEC_DEFINE(edge_vec, struct edge);

// One control-flow automaton. Edges that leave one location are mutually
// exclusive, except that havocs and allocations may have many results. A
// location from which no edge is enabled blocks: that is what assuming
// something false does. `exit` and `undefined` have no successors.
struct procedure {
  enum procedure_kind kind;
  struct name name;
  struct ctype type;
  struct position position;
  struct procedure_id self;  // none for another form of a procedure
  struct procedure_id frame; // the owner of its variables and objects: itself,
                             // or the procedure of which it is another form
  struct object_id function; // the object whose address is &f
  bool is_defined;           // has a body
  bool is_disembodied;       // had one that counts no more
  bool is_noreturn;
  bool is_error; // a call of it is a violation, and nothing follows
  bool is_variadic;
  bool is_internal;            // static
  bool is_replaceable;         // another definition may be called instead
  bool is_absent;              // weak, without a definition: address null
  enum outside_kind outside;   // without a body
  struct procedure_id recalls; // it stands for calls of this one inside of
                               // itself (check/recall.h), or none
  uint64_t nullable;           // of such a one: as in `starting`
  uint64_t freed;              // of such a one: parameters that it may free
  bool frees;                  // it may free what it can get at
  bool links;                  // and write pointers there
  struct ctype filled;         // by one that FILLS
  struct sort result;          // none for void
  bool returns_integer;        // no address, even if there is room for one
  bool is_void;                // of one that is UNSEEN: it returns nothing
  struct attributes attributes;
  struct passing_vec passing; // of its arguments, without variable ones
  struct variable_vec parameters;
  struct variable variadic;      // of a variadic procedure with a body
  struct variable_vec variables; // all it owns, by slot, parameters first
  struct object_vec objects;     // its FRAME objects
  struct location_vec locations; // [0] unused
  struct edge_vec edges;         // [0] unused; sorted by source once sealed
  struct procedure_source_vec sources; // by `origin` of its edges, or empty:
                                       // they are written here
  struct location_id entry;
  struct location_id exit;
  struct location_id undefined;
  bool is_sealed;
  bool is_frozen; // of a frozen program
};

// Something the translation could not model exactly.
struct limitation {
  struct procedure_id procedure; // none for the program as a whole
  struct position position;
  struct name what; // the class: "inline assembly"
  bool is_havocked; // over-approximated; otherwise OPERATION_UNSUPPORTED
};

VEC_DEFINE(variable_info_vec, struct variable_info);
VEC_DEFINE(object_info_vec, struct object_info);
VEC_DEFINE(procedure_vec, struct procedure *);
// What accesses to volatile objects were translated to.
struct volatile_accesses {
  bool are_inputs;  // each read is a havoc; otherwise memory like any other
  uint32_t reads;   // whose value could be that of a device
  uint32_t own;     // accesses to locals whose address is not taken, which are
                    // memory whatever the others are
  uint32_t devices; // accesses at addresses that are, or may be, numbers
};

VEC_DEFINE(limitation_vec, struct limitation);
VEC_DEFINE(procedure_id_vec, struct procedure_id);

struct program {
  const struct program *frozen; // of a draft: what it is made of; or null
  bool is_frozen;
  uint64_t fingerprint; // of a frozen one, in the debug modes
  struct interner *names;
  struct term_table *terms;
  struct ctype_table *types;
  struct arena arena;                   // operands of operations, initialisers
  unsigned pointer_width;               // 32 or 64
  struct variable_info_vec variables;   // [0] unused
  struct object_info_vec objects;       // [0] unused
  struct procedure_vec procedures;      // [0] unused
  uint32_t global_count;                // of variables without an owner
  struct variable_vec variable_of_term; // by term_variable_index
  struct procedure_id entry;            // main, or none
  struct procedure_id_vec constructors; // run before main, in order
  struct procedure_id_vec destructors;  // run after main, in order
  struct limitation_vec limitations;
  struct volatile_accesses volatile_accesses;
  bool keeps_numbers; // made of addresses, perhaps for longer than objects live
  struct unseen unseen;
  struct starting starting;
  struct leak_watch watch;
  struct position weak_order; // of an atomic access, or a fence, with an order
                              // weaker than seq_cst, in a program with threads;
                              // not known: there is none
};

// Life cycle

struct program *program_new(struct interner *names, unsigned pointer_width);
void program_free(struct program *program); // the interner is borrowed

// Queries

struct variable_info *program_variable(const struct program *program,
                                       struct variable variable);
struct object_info *program_object(const struct program *program,
                                   struct object_id object);
struct procedure *program_procedure(const struct program *program,
                                    struct procedure_id procedure);
// The function of that C name, or null.
struct procedure *program_find(const struct program *program, const char *name);
// The first procedure of that kind and name, or null.
struct procedure *program_find_kind(const struct program *program,
                                    enum procedure_kind kind, const char *name);
// Does a specification say what a call does, and not the code?
bool is_assumed(const struct procedure *callee);
struct term program_term(const struct program *program,
                         struct variable variable);
// The variable behind a term that is a variable, or none when the term was not
// made by program_add_variable.
struct variable program_variable_of(const struct program *program,
                                    struct term t);
// The program's variables in the terms: appended, each once and in the order of
// term_variables, or added to a set by id; true when one is new there.
void program_variables_in(const struct program *program,
                          const struct term *terms, uint32_t count,
                          struct variable_vec *into);
bool program_mark_variables(const struct program *program, struct term t,
                            struct bitset *into);
// Are all variables in the term the program's, and of these kinds, which are
// bits 1 << kind?
bool program_has_only(const struct program *program, struct term t,
                      unsigned kinds);
// Does the havoc stand for what the machine gives: an output of inline
// assembly, a register?
bool program_is_of_machine(const struct program *program,
                           const struct operation *op);
// What the operation reads, appended as by program_variables_in.
void program_variables_read(const struct program *program,
                            const struct operation *op,
                            struct variable_vec *into);
// Can the call, of what has no body, change the variable? Only globals, and
// hidden ones only when it stands for one of our functions.
bool call_can_write(const struct program *program, const struct operation *call,
                    struct variable variable);
struct location *procedure_location(const struct procedure *procedure,
                                    struct location_id location);
struct edge *procedure_edge(const struct procedure *procedure,
                            struct edge_id edge);
// The procedure in which an edge of the procedure is written.
const struct procedure *program_writer(const struct program *program,
                                       const struct procedure *procedure,
                                       const struct edge *edge);
// Does the first edge leave the entry, and each other one the end of the one
// before it?
bool procedure_is_path(const struct procedure *procedure,
                       const struct edge_id *path, uint32_t count);

// Building

// Without a body: who gives it one adds entry, exit and undefined locations.
struct procedure *program_add_procedure(struct program *program,
                                        struct name name);
// Another form of a procedure, without locations yet: "f (merged)". It shares
// the parameters, variables and objects of the one it is made of. It is no
// procedure of the program and cannot be called: it belongs to the pass that
// made it, which frees it.
struct procedure *procedure_new_form(struct program *program,
                                     const struct procedure *from,
                                     const char *form);
void procedure_free(struct procedure *procedure); // may be null
// Makes a form a procedure of the program, which owns it from now on.
void program_take(struct program *program, struct procedure *form);
// Fills in term and slot, and enters it in its owner's variables; parameters,
// which come first, are listed as such by the caller. `sort` is the term's.
struct variable program_add_variable(struct program *program,
                                     struct variable_info info,
                                     struct sort sort);
// Fills in the address variable too, named "&name" (strings: the literal).
// Only a FRAME object's address has an owner. Initial bytes and relocations
// are not copied: take them from the program's arena.
struct object_id program_add_object(struct program *program,
                                    struct object_info info);
void program_add_limitation(struct program *program,
                            struct limitation limitation);

struct location_id procedure_add_location(struct procedure *procedure,
                                          struct position position);
struct edge_id procedure_add_edge(struct procedure *procedure,
                                  struct edge edge);
// Sorts the edges by source, keeping the order among those of one source, and
// drops locations that cannot be reached from the entry, except exit and
// undefined. Handles of locations and edges change, the order of locations does
// not. Adding to a sealed procedure unseals it.
void procedure_seal(struct procedure *procedure);
// Takes its body away: a call of it is a call of an external procedure then.
void procedure_disembody(struct procedure *procedure);

// Operations whose operands are copied into the program's arena.
struct operation operation_assign(struct program *program,
                                  const struct binding *bindings,
                                  uint32_t count);
struct operation operation_assign_one(struct program *program,
                                      struct variable target,
                                      struct term value);
struct operation operation_skip(void);
struct operation operation_assume(struct term condition);
struct operation operation_havoc(struct program *program,
                                 const struct variable *targets, uint32_t count,
                                 enum havoc_origin origin, struct name what);
struct operation operation_unsupported(struct name what);
struct operation operation_doubt(struct name what);
struct term *program_copy_terms(struct program *program,
                                const struct term *terms, uint32_t count);

#endif
