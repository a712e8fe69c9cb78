// Reading Boolean programs: one language for what the tools of the field write.
//
//   SLAM, Bebop      decl a, b;  bool<2> f(x) begin enforce (e); ... end
//                    a, b := *, e constrain (!(a & b'));   {x < y} as a name
//   SATABS, Boom     'b is b';  schoose[a, b], abortif, elsif, start_thread,
//                    end_thread, sync, atomic_begin, dfs, thread_local
//   BFC, BoPP        labels are numbers, decl x := 1;  wait, broadcast, a ? b :
//   c
//
// doc/boolean-programs.md has the grammar.
#ifndef VOUCH_BP_READ_H
#define VOUCH_BP_READ_H

#include "base/diag.h"
#include "bp/bp.h"

// Null after diagnostics.
struct bp *bp_read(const char *path, struct interner *names, struct diag *diag);
// The same of a text; `name` is for positions.
struct bp *bp_read_text(const char *text, size_t length, const char *name,
                        struct interner *names, struct diag *diag);

#endif
