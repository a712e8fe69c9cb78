// What the debug information says: positions, C types, names of variables.
//
// LLVM's C API shows most of it only as operands of metadata nodes; the
// operand numbers are those of LLVM 19 and are named in debug_info.c. Types
// are translated on demand and remembered by node.
#ifndef VOUCH_FRONTEND_DEBUG_INFO_H
#define VOUCH_FRONTEND_DEBUG_INFO_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>

#include "base/position.h"
#include "frontend/marks.h"
#include "program/program.h"

struct debug_info; // opaque

struct debug_variable {
  struct name name;
  struct ctype type;
  struct position position;
};

// Positions are those in the text without the marks.
struct debug_info *debug_info_new(LLVMModuleRef module, struct program *program,
                                  const struct mark_vec *marks);
void debug_info_free(struct debug_info *debug);

// Unknown when the instruction has no position.
struct position debug_position(struct debug_info *debug,
                               LLVMValueRef instruction);
struct position debug_function_position(struct debug_info *debug,
                                        LLVMValueRef function);
// The C type of a function, or unknown.
struct ctype debug_function_type(struct debug_info *debug,
                                 LLVMValueRef function);
// What a global variable is in C. False when nothing is known.
bool debug_global(struct debug_info *debug, LLVMValueRef global,
                  struct debug_variable *variable);
// What a call of llvm.dbg.declare declares, and the storage it declares.
bool debug_declaration(struct debug_info *debug, LLVMValueRef call,
                       struct debug_variable *variable, LLVMValueRef *storage);
// The storage alone. False when there is none.
bool debug_declared_storage(LLVMValueRef call, LLVMValueRef *storage);
// The scope of the variable, or null where it belongs to inlined code.
LLVMMetadataRef debug_declared_scope(LLVMValueRef call);
// The scope that an instruction is in, of the function itself; or null.
LLVMMetadataRef debug_scope(LLVMValueRef instruction);
// The scope around a scope; null for that of a function.
LLVMMetadataRef debug_outer_scope(struct debug_info *debug,
                                  LLVMMetadataRef scope);
bool debug_is_block(LLVMMetadataRef scope); // of C
// Where it begins: its brace, if it has one.
struct position debug_block_position(struct debug_info *debug,
                                     LLVMMetadataRef block);
// The scope of the loop statement to whose next round a branch leads, or null.
LLVMMetadataRef debug_loop_scope(struct debug_info *debug, LLVMValueRef branch);
// The C label that a call of llvm.dbg.label marks.
struct name debug_label(struct debug_info *debug, LLVMValueRef call);
// What the declaration of the function was marked with (compile.c), one after
// the other: "access read_only, 1, 2"; none behind the last.
struct name debug_function_mark(struct debug_info *debug, LLVMValueRef function,
                                uint32_t index);
// The record type behind an LLVM struct named "struct.conn", or unknown.
struct ctype debug_record(struct debug_info *debug, LLVMTypeRef type);

#endif
