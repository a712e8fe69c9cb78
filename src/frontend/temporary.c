// Structs without a name: what a function returned, and its like.
//
// Such an object lives until the end of the full expression that made it
// (6.2.4), which is nowhere in the code and not in the debug information. It
// certainly lives as long as it is used by name; and when control comes to an
// instruction behind the semicolon, or stores the value that a declaration
// initialises its variable with, it has certainly ended. What happens between
// is nobody's to know: most of the time nothing does. Where an expression goes
// on in other blocks, or the semicolon is not to be found, it may have ended
// from its last use on (LIFE_DOUBTED).
#include "frontend/internal.h"

#include <string.h>

static bool is_temporary(LLVMValueRef alloca) {
  static const char *const prefixes[] = {
      "tmp",    "agg.tmp",    "ref.tmp",           "undef.agg.tmp",
      "coerce", "byval-temp", "indirect-arg-temp", "atomic-temp"};
  size_t length;
  const char *name = LLVMGetValueName2(alloca, &length);
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return true;
  return false;
}

bool temporary_is_one(struct body *body, LLVMValueRef alloca) {
  return !pointer_map_has(&body->variables, alloca) && is_temporary(alloca);
}

// Uses by name: the first and the last in a block.

struct span {
  LLVMBasicBlockRef block;
  LLVMValueRef first;
  LLVMValueRef last;
};

VEC_DEFINE(span_vec, struct span);

// Do they come in this order, in one block?
static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
  for (LLVMValueRef i = a; i; i = LLVMGetNextInstruction(i))
    if (i == b)
      return true;
  return false;
}

static void see_use(struct body *body, LLVMValueRef user, void *context) {
  (void)body;
  struct span_vec *spans = context;
  LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
  for (uint32_t i = 0; i < spans->count; i++) {
    struct span *span = &spans->at[i];
    if (span->block != block)
      continue;
    if (comes_before(user, span->first))
      span->first = user;
    if (comes_before(span->last, user))
      span->last = user;
    return;
  }
  span_vec_push(spans, (struct span){block, user, user});
}

void temporaries_add(struct body *body, LLVMValueRef alloca,
                     struct object_id object) {
  struct span_vec spans = {0};
  each_use_by_name(body, alloca, &spans, see_use);
  for (uint32_t i = 0; i < spans.count; i++) {
    struct temporary temporary = {.object = object,
                                  .first = spans.at[i].first,
                                  .last = spans.at[i].last,
                                  .is_whole = spans.count == 1};
    temporary_vec_push(&body->temporaries, temporary);
    pointer_map_put(&body->used_by_name, temporary.first, 1);
    pointer_map_put(&body->used_by_name, temporary.last, 1);
  }
  span_vec_release(&spans);
}

static void emit(struct body *body, const struct temporary *temporary,
                 enum life life) {
  struct term_vec one = {0};
  term_vec_push(
      &one,
      program_term(body->program,
                   program_object(body->program, temporary->object)->address));
  body_emit_lives(body, &one, life);
  term_vec_release(&one);
}

// Does the instruction initialise a variable? It has the location of the
// declaration.
static bool is_initialiser(struct body *body, LLVMValueRef store) {
  if (!LLVMIsAStoreInst(store))
    return false;
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(store);
  LLVMValueRef declare = LLVMGetPreviousInstruction(store);
  for (; declare; declare = LLVMGetPreviousInstruction(declare)) {
    LLVMValueRef storage;
    if (LLVMIsADbgDeclareInst(declare) &&
        debug_declared_storage(declare, &storage) &&
        storage == LLVMGetOperand(store, 1))
      return location && location == LLVMInstructionGetDebugLoc(declare);
  }
  (void)body;
  return false;
}

// Once its last use by name is translated.
void temporaries_after(struct body *body, LLVMValueRef instruction) {
  if (!pointer_map_has(&body->used_by_name, instruction))
    return;
  for (uint32_t i = 0; i < body->temporaries.count; i++) {
    struct temporary *temporary = &body->temporaries.at[i];
    if (temporary->last != instruction)
      continue;
    struct position here = debug_position(body->translator->debug, instruction);
    if (temporary->is_whole && is_initialiser(body, instruction)) {
      emit(body, temporary, LIFE_ENDS);
    } else if (temporary->is_whole &&
               source_semicolon(&body->translator->source, body->program->names,
                                here, &temporary->semicolon)) {
      temporary->used = here;
      u32_vec_push(&body->ending, i);
    } else {
      emit(body, temporary, LIFE_DOUBTED);
    }
  }
}

// May it use what a pointer points to?
static bool may_access(LLVMValueRef i) {
  return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsACallInst(i);
}

static bool is_same_place(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line && a.column == b.column;
}

// Before an instruction: what begins with it, and what has ended by now.
void temporaries_at(struct body *body, LLVMValueRef instruction) {
  struct position here = debug_position(body->translator->debug, instruction);
  for (uint32_t k = body->ending.count; k-- > 0;) {
    const struct temporary *temporary =
        &body->temporaries.at[body->ending.at[k]];
    bool is_behind = source_is_behind(here, temporary->semicolon);
    bool is_unclear =
        LLVMIsATerminatorInst(instruction) ||
        (is_same_place(here, temporary->used) && may_access(instruction));
    if (!is_behind && !is_unclear)
      continue;
    emit(body, temporary, is_behind ? LIFE_ENDS : LIFE_DOUBTED);
    body->ending.at[k] = *u32_vec_last(&body->ending);
    u32_vec_pop(&body->ending);
  }
  if (!pointer_map_has(&body->used_by_name, instruction))
    return;
  for (uint32_t i = 0; i < body->temporaries.count; i++)
    if (body->temporaries.at[i].first == instruction &&
        body->temporaries.at[i].is_whole)
      emit(body, &body->temporaries.at[i], LIFE_BEGINS);
}
