// Blocks of C and the lives of their objects.
//
// C says (6.2.4): an object of a block lives from the entry into the block to
// its end, whatever way control takes; its value is indeterminate on entry and
// again whenever its declaration is reached without an initialiser. At -O0
// nothing of that is in the code, but the debug information has it: every
// instruction has a location, a location has a scope, scopes are nested, and a
// variable belongs to one. So control is at any time in a chain of scopes;
// going from one instruction to the next, or along an edge, it leaves some and
// enters others.
//
//   - A jump back to the head of a loop passes through the scope of the loop
//     statement, which is outside of its body: `continue` in `while (1)` goes
//     from the body to the body. The branch says so (llvm.loop).
//   - A goto inside of a block leaves nothing, also when it goes back.
//   - Instructions that only compute, and branches, may carry the location of
//     the statement that they are the end of: they leave scopes, and enter
//     none. A conditional branch does not even leave one.
//   - An object that is used where its scope is not (by the cleanup attribute)
//     lives as long as its procedure; so does one of code that was inlined.
//   - A compound literal belongs to the smallest scope around its uses. Of a
//     variable whose declaration control always jumps past (before the first
//     label of a switch) the compiler says nothing: the text tells its scope.
//
// What is emitted: the end of objects that escape, since nothing else can be
// accessed afterwards; where control may come again, in a cycle or to a label,
// the beginning of objects in memory; havocs of variables that may be read
// before they are written.
#include "frontend/internal.h"

#include <ctype.h>
#include <string.h>

#include "base/bitset.h"
#include "frontend/bitcode.h"

enum { SCOPE_FUNCTION = 1 };

// Scopes

static uint32_t scope_of_node(struct body *body, LLVMMetadataRef node);

static uint32_t add_scope(struct body *body, LLVMMetadataRef node,
                          uint32_t parent) {
  struct scope scope = {.node = node, .parent = parent};
  if (parent)
    scope.depth = body->scopes.at[parent].depth + 1;
  uint32_t id = scope_vec_push(&body->scopes, scope);
  pointer_map_put(&body->scope_of_node, node, id);
  return id;
}

static uint32_t scope_of_node(struct body *body, LLVMMetadataRef node) {
  uint32_t *known = pointer_map_find(&body->scope_of_node, node);
  if (known)
    return *known;
  LLVMMetadataRef outer = debug_outer_scope(body->translator->debug, node);
  if (!outer)
    return SCOPE_FUNCTION;
  uint32_t parent = scope_of_node(body, outer);
  if (!debug_is_block(node))
    return parent;
  return add_scope(body, node, parent);
}

// 0 when it has no location.
static uint32_t scope_of(struct body *body, LLVMValueRef instruction) {
  LLVMMetadataRef node = debug_scope(instruction);
  return node ? scope_of_node(body, node) : 0;
}

static uint32_t common_scope(const struct body *body, uint32_t a, uint32_t b) {
  const struct scope *scopes = body->scopes.at;
  while (a != b) {
    if (scopes[a].depth >= scopes[b].depth)
      a = scopes[a].parent;
    else
      b = scopes[b].parent;
  }
  return a;
}

static bool is_inside(const struct body *body, uint32_t scope, uint32_t outer) {
  return common_scope(body, scope, outer) == outer;
}

// Cycles: which blocks may run again (Tarjan, without recursion)

struct blocks_visit {
  LLVMBasicBlockRef block;
  uint32_t number;
  unsigned next;
};

VEC_DEFINE(blocks_visit_vec, struct blocks_visit);
VEC_DEFINE(basic_block_vec, LLVMBasicBlockRef);

struct cycles {
  struct pointer_map numbers; // block -> number, from 1
  struct u32_vec low;         // by number
  struct bitset open;         // numbers on the stack
  struct basic_block_vec stack;
  struct blocks_visit_vec visits;
};

static void cycles_enter(struct cycles *c, LLVMBasicBlockRef block) {
  uint32_t number = c->low.count;
  pointer_map_put(&c->numbers, block, number);
  u32_vec_push(&c->low, number);
  bitset_add(&c->open, number);
  basic_block_vec_push(&c->stack, block);
  blocks_visit_vec_push(&c->visits, (struct blocks_visit){block, number, 0});
}

static bool has_edge_to_itself(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    if (LLVMGetSuccessor(end, i) == block)
      return true;
  return false;
}

// A component is complete: all of its blocks are on the stack above its root.
static void cycles_leave(struct body *body, struct cycles *c,
                         const struct blocks_visit *visit) {
  if (visit->number != c->low.at[visit->number])
    return;
  bool is_cycle = *basic_block_vec_last(&c->stack) != visit->block ||
                  has_edge_to_itself(visit->block);
  LLVMBasicBlockRef block;
  do {
    block = basic_block_vec_pop(&c->stack);
    bitset_remove(&c->open, *pointer_map_find(&c->numbers, block));
    if (is_cycle)
      pointer_map_put(&body->repeated, block, 1);
  } while (block != visit->block);
}

static void lower(struct cycles *c, uint32_t number, uint32_t by) {
  if (by < c->low.at[number])
    c->low.at[number] = by;
}

static void find_cycles(struct body *body) {
  struct cycles c = {0};
  u32_vec_push(&c.low, 0);
  cycles_enter(&c, LLVMGetEntryBasicBlock(body->function));
  while (c.visits.count) {
    struct blocks_visit *top = blocks_visit_vec_last(&c.visits);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(end)) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, top->next++);
      uint32_t *number = pointer_map_find(&c.numbers, next);
      if (!number)
        cycles_enter(&c, next);
      else if (bitset_has(&c.open, *number))
        lower(&c, top->number, *number);
      continue;
    }
    struct blocks_visit done = blocks_visit_vec_pop(&c.visits);
    cycles_leave(body, &c, &done);
    if (c.visits.count)
      lower(&c, blocks_visit_vec_last(&c.visits)->number,
            c.low.at[done.number]);
  }
  pointer_map_release(&c.numbers);
  u32_vec_release(&c.low);
  bitset_release(&c.open);
  basic_block_vec_release(&c.stack);
  blocks_visit_vec_release(&c.visits);
}

static bool is_repeated(const struct body *body, LLVMBasicBlockRef block) {
  return pointer_map_has(&body->repeated, block);
}

// Locals

static bool is_named(LLVMValueRef value, const char *prefix) {
  size_t length;
  return !strncmp(LLVMGetValueName2(value, &length), prefix, strlen(prefix));
}

// What bitcode may have besides: it says where lives begin and end, too, but
// not of all objects.
static bool is_marker(LLVMValueRef i) {
  return LLVMIsADbgInfoIntrinsic(i) ||
         (LLVMIsACallInst(i) &&
          is_named(LLVMGetCalledValue(i), "llvm.lifetime"));
}

void each_use_by_name(struct body *body, LLVMValueRef address, void *context,
                      void (*see)(struct body *body, LLVMValueRef user,
                                  void *context)) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) || is_marker(user))
      continue;
    see(body, user, context);
    if (LLVMIsAGetElementPtrInst(user))
      each_use_by_name(body, user, context, see);
  }
}

static void see_outside(struct body *body, LLVMValueRef user, void *context) {
  struct local *local = context;
  uint32_t scope = scope_of(body, user);
  if (scope && !is_inside(body, scope, local->scope))
    local->scope = SCOPE_FUNCTION;
}

// The head of a `for` belongs to the whole statement, its body to each round;
// without braces they have one scope.
static bool is_loop_head(LLVMValueRef instruction) {
  LLVMValueRef block =
      LLVMBasicBlockAsValue(LLVMGetInstructionParent(instruction));
  return is_named(block, "for.inc") || is_named(block, "for.cond");
}

static void see_common(struct body *body, LLVMValueRef user, void *context) {
  struct local *local = context;
  uint32_t scope = scope_of(body, user);
  if (scope && body->scopes.at[scope].parent && is_loop_head(user))
    scope = body->scopes.at[scope].parent;
  if (scope)
    local->scope =
        local->scope ? common_scope(body, local->scope, scope) : scope;
}

static void add_local(struct body *body, LLVMValueRef storage,
                      struct local local) {
  uint32_t id = local_vec_push(&body->locals, local);
  pointer_map_put(&body->local_of, storage, id);
  u32_vec_push(&body->scopes.at[local.scope].locals, id);
}

static struct local local_at(struct body *body, LLVMValueRef storage) {
  struct local local = {.storage = storage};
  uint32_t *index = pointer_map_find(&body->storage, storage);
  if (!index)
    return local;
  const struct storage *at = &body->translator->storages.at[*index];
  local.variable = at->variable;
  local.object = at->object;
  if (at->object.id)
    local.escapes = program_object(body->program, at->object)->escapes;
  return local;
}

static bool is_local(const struct local *local) {
  return local->object.id || !variable_is_none(local->variable);
}

static void collect_declared(struct body *body, LLVMValueRef declare) {
  struct debug_variable variable;
  LLVMValueRef storage;
  LLVMMetadataRef node = debug_declared_scope(declare);
  if (!debug_declaration(body->translator->debug, declare, &variable,
                         &storage) ||
      !node || pointer_map_has(&body->local_of, storage) ||
      !LLVMIsAAllocaInst(storage))
    return;
  struct local local = local_at(body, storage);
  if (!is_local(&local))
    return;
  local.scope = scope_of_node(body, node);
  if (local.object.id)
    each_use_by_name(body, storage, &local, see_outside);
  add_local(body, storage, local);
}

// A variable whose declaration the compiler does not mention: it is in the text
// of the scope before the first use, or of one further out.

static void see_first(struct body *body, LLVMValueRef user, void *context) {
  struct position *first = context;
  struct position here = debug_position(body->translator->debug, user);
  if (position_is_known(here) &&
      (!position_is_known(*first) || source_is_behind(*first, here)))
    *first = here;
}

static enum source_mention mention_in(struct body *body, LLVMValueRef storage,
                                      uint32_t scope) {
  struct position first = {0};
  each_use_by_name(body, storage, &first, see_first);
  struct position brace = debug_block_position(body->translator->debug,
                                               body->scopes.at[scope].node);
  struct strbuf name = {0};
  size_t length;
  strbuf_add(&name, LLVMGetValueName2(storage, &length));
  enum source_mention found =
      source_mentions(&body->translator->source, body->program->names, brace,
                      first, strbuf_text(&name));
  // The second x of a function is called x1.
  while (found == SOURCE_NONE && name.length > 1 &&
         isdigit((unsigned char)name.text[name.length - 1])) {
    name.text[--name.length] = 0;
    found = source_mentions(&body->translator->source, body->program->names,
                            brace, first, strbuf_text(&name));
  }
  strbuf_release(&name);
  return found;
}

// The scope that declares it, at its uses or around them. Where the text does
// not tell, the smallest one, with a doubt.
static void find_declaration(struct body *body, struct local *local) {
  bool is_unclear = false;
  for (uint32_t scope = local->scope; scope != SCOPE_FUNCTION;
       scope = body->scopes.at[scope].parent) {
    enum source_mention found = mention_in(body, local->storage, scope);
    is_unclear |= found == SOURCE_UNCLEAR;
    if (found == SOURCE_FOUND) {
      local->scope = scope;
      return;
    }
  }
  local->is_doubtful = is_unclear;
  if (!is_unclear)
    local->scope = SCOPE_FUNCTION;
}

static bool is_read_first(LLVMValueRef from, LLVMBasicBlockRef block,
                          LLVMValueRef storage);

// What the compiler made for itself, or what is written before it is read, has
// no value of before.
static bool keeps_nothing(struct body *body, const struct local *local) {
  size_t length;
  if (strchr(LLVMGetValueName2(local->storage, &length), '.') ||
      is_named(local->storage, "retval") ||
      is_named(local->storage, "saved_stack"))
    return true;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
  return !local->object.id &&
         !is_read_first(LLVMGetFirstInstruction(entry), entry, local->storage);
}

// What is in no declaration: literals, temporaries, and variables whose
// declaration control always jumps past.
static void collect_undeclared(struct body *body) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(body->function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i;
       i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || pointer_map_has(&body->local_of, i))
      continue;
    struct local local = local_at(body, i);
    if (!is_local(&local) || (!local.escapes && keeps_nothing(body, &local)))
      continue;
    if (local.escapes && temporary_is_one(body, i)) {
      temporaries_add(body, i, local.object);
      continue;
    }
    each_use_by_name(body, i, &local, see_common);
    if (local.scope && !is_named(i, ".compoundliteral"))
      find_declaration(body, &local);
    if (local.scope)
      add_local(body, i, local);
  }
}

// The chain of scopes on entry to a block is that of its first instruction that
// has a location, or, without one, that of where control comes from.
static void find_entries(struct body *body) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b)) {
    uint32_t scope = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !scope;
         i = LLVMGetNextInstruction(i))
      scope = scope_of(body, i);
    if (scope)
      pointer_map_put(&body->scope_of_block, b, scope);
  }
}

static bool is_optimised(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(
             function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
             BITCODE_OPTIMISED, sizeof BITCODE_OPTIMISED - 1) != NULL;
}

void scopes_init(struct body *body) {
  scope_vec_resize(&body->scopes, 1);
  local_vec_resize(&body->locals, 1);
  LLVMMetadataRef function = LLVMGetSubprogram(body->function);
  if (!function || is_optimised(body->function))
    return;
  add_scope(body, function, 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsADbgDeclareInst(i))
        collect_declared(body, i);
  collect_undeclared(body);
  if (body->locals.count == 1)
    return;
  find_entries(body);
  find_cycles(body);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      body->has_labels |= LLVMIsADbgLabelInst(i) != NULL;
  body->has_lives = true;
}

void scopes_release(struct body *body) {
  for (uint32_t i = 0; i < body->scopes.count; i++)
    u32_vec_release(&body->scopes.at[i].locals);
  scope_vec_release(&body->scopes);
  local_vec_release(&body->locals);
  pointer_map_release(&body->scope_of_node);
  pointer_map_release(&body->scope_of_block);
  pointer_map_release(&body->local_of);
  pointer_map_release(&body->repeated);
}

// May a variable be read before it is written?

// What an instruction does to the variable.
enum touch { TOUCH_NOT, TOUCH_READ, TOUCH_WRITE };

static enum touch touch_of(LLVMValueRef instruction, LLVMValueRef storage) {
  if (LLVMIsADbgDeclareInst(instruction)) {
    LLVMValueRef declared;
    return debug_declared_storage(instruction, &declared) && declared == storage
               ? TOUCH_WRITE
               : TOUCH_NOT;
  }
  if (LLVMIsAStoreInst(instruction))
    return LLVMGetOperand(instruction, 1) == storage ? TOUCH_WRITE : TOUCH_NOT;
  if (is_marker(instruction))
    return TOUCH_NOT;
  for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
    if (LLVMGetOperand(instruction, (unsigned)i) == storage)
      return TOUCH_READ;
  return TOUCH_NOT;
}

static enum touch first_touch(LLVMValueRef from, LLVMValueRef storage) {
  enum touch touch = TOUCH_NOT;
  for (LLVMValueRef i = from; i && touch == TOUCH_NOT;
       i = LLVMGetNextInstruction(i))
    touch = touch_of(i, storage);
  return touch;
}

enum { MOST_SEARCHED = 2000 }; // blocks; beyond that we say yes

// From the instruction on, which may be null for the end of the block.
static bool is_read_first(LLVMValueRef from, LLVMBasicBlockRef block,
                          LLVMValueRef storage) {
  enum touch touch = first_touch(from, storage);
  if (touch != TOUCH_NOT)
    return touch == TOUCH_READ;
  struct pointer_map seen = {0};
  struct basic_block_vec pending = {0};
  basic_block_vec_push(&pending, block);
  bool found = false;
  while (pending.count && !found) {
    LLVMValueRef end =
        LLVMGetBasicBlockTerminator(basic_block_vec_pop(&pending));
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !found; i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      bool is_new;
      pointer_map_insert(&seen, next, &is_new);
      if (!is_new)
        continue;
      touch = first_touch(LLVMGetFirstInstruction(next), storage);
      found = touch == TOUCH_READ || seen.count > MOST_SEARCHED;
      if (touch == TOUCH_NOT)
        basic_block_vec_push(&pending, next);
    }
  }
  pointer_map_release(&seen);
  basic_block_vec_release(&pending);
  return found;
}

// All bytes of an object are written before anything else happens to it.

static bool writes_all(LLVMValueRef instruction, const struct body *body,
                       const struct local *local) {
  struct translator *translator = body->translator;
  uint64_t size = program_object(body->program, local->object)->size;
  if (LLVMIsAStoreInst(instruction))
    return type_size(translator, LLVMTypeOf(LLVMGetOperand(instruction, 0))) ==
           size;
  LLVMValueRef count = LLVMGetOperand(instruction, 2);
  return LLVMIsAMemIntrinsic(instruction) && LLVMIsAConstantInt(count) &&
         LLVMConstIntGetZExtValue(count) == size;
}

static bool is_initialised(const struct body *body, LLVMValueRef from,
                           const struct local *local) {
  for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i)) {
    if (is_marker(i))
      continue;
    bool is_target =
        (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == local->storage) ||
        (LLVMIsAMemIntrinsic(i) && LLVMGetOperand(i, 0) == local->storage);
    if (is_target)
      return writes_all(i, body, local);
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      if (LLVMGetOperand(i, (unsigned)k) == local->storage)
        return false;
  }
  return false;
}

// Emission

static struct term local_address(const struct body *body,
                                 const struct local *local) {
  return program_term(body->program,
                      program_object(body->program, local->object)->address);
}

void body_emit_lives(struct body *body, const struct term_vec *addresses,
                     enum life life) {
  if (!addresses->count)
    return;
  struct operation op = {.kind = OPERATION_LIVE};
  op.live.life = life;
  op.live.count = addresses->count;
  op.live.addresses =
      program_copy_terms(body->program, addresses->at, addresses->count);
  body_emit(body, op);
}

static void emit_indeterminate(struct body *body, enum havoc_origin origin,
                               const struct variable_vec *variables) {
  if (variables->count)
    body_emit(body,
              operation_havoc(body->program, variables->at, variables->count,
                              origin, intern(body->program->names, "locals")));
}

// Inside of a block registers may still mention the old values; at its end
// nothing does that is needed elsewhere.
static void save_registers(struct body *body,
                           const struct variable_vec *variables) {
  for (uint32_t i = 0; i < variables->count; i++)
    register_save_for(body, variables->at[i]);
}

// What happens between two points of control.
struct passage {
  struct term_vec ended;
  struct term_vec doubted;
  struct term_vec begun;
  struct variable_vec forgotten;
  struct variable_vec unsure; // forgotten, if their scope is what it looks like
};

static void passage_release(struct passage *passage) {
  term_vec_release(&passage->ended);
  term_vec_release(&passage->doubted);
  term_vec_release(&passage->begun);
  variable_vec_release(&passage->forgotten);
  variable_vec_release(&passage->unsure);
}

static void leave_scopes(struct body *body, uint32_t from, uint32_t outer,
                         struct passage *passage) {
  for (; from != outer; from = body->scopes.at[from].parent) {
    const struct u32_vec *locals = &body->scopes.at[from].locals;
    for (uint32_t i = 0; i < locals->count; i++) {
      const struct local *local = &body->locals.at[locals->at[i]];
      if (local->object.id && local->escapes)
        term_vec_push(local->is_doubtful ? &passage->doubted : &passage->ended,
                      local_address(body, local));
    }
  }
}

// At the instruction, which is in the block; or at its beginning.
static void enter_scopes(struct body *body, uint32_t outer, uint32_t to,
                         LLVMBasicBlockRef block, LLVMValueRef instruction,
                         struct passage *passage) {
  if (!is_repeated(body, block) && !body->has_labels)
    return;
  for (; to != outer; to = body->scopes.at[to].parent) {
    const struct u32_vec *locals = &body->scopes.at[to].locals;
    for (uint32_t i = 0; i < locals->count; i++) {
      const struct local *local = &body->locals.at[locals->at[i]];
      if (local->object.id &&
          (local->escapes || !is_initialised(body, instruction, local)))
        term_vec_push(&passage->begun, local_address(body, local));
      else if (local->object.id)
        continue;
      else if (is_read_first(instruction, block, local->storage))
        variable_vec_push(local->is_doubtful ? &passage->unsure
                                             : &passage->forgotten,
                          local->variable);
    }
  }
}

static bool passage_is_empty(const struct passage *passage) {
  return !passage->ended.count && !passage->doubted.count &&
         !passage->begun.count && !passage->forgotten.count &&
         !passage->unsure.count;
}

static void emit_passage(struct body *body, const struct passage *passage) {
  body_emit_lives(body, &passage->ended, LIFE_ENDS);
  body_emit_lives(body, &passage->doubted, LIFE_DOUBTED);
  body_emit_lives(body, &passage->begun, LIFE_BEGINS);
  emit_indeterminate(body, ORIGIN_UNINITIALISED, &passage->forgotten);
  emit_indeterminate(body, ORIGIN_APPROXIMATION, &passage->unsure);
}

void scopes_begin_block(struct body *body) {
  if (!body->has_lives)
    return;
  uint32_t *scope = pointer_map_find(&body->scope_of_block, body->block);
  body->scope = scope ? *scope : SCOPE_FUNCTION;
}

// Does the instruction do something that only its own scope can do?
static bool is_telling(LLVMValueRef i) {
  return !LLVMIsATerminatorInst(i) && !LLVMIsABinaryOperator(i) &&
         !LLVMIsACastInst(i) && !LLVMIsACmpInst(i) && !LLVMIsAPHINode(i) &&
         !LLVMIsASelectInst(i) && !LLVMIsAFreezeInst(i);
}

void scopes_at(struct body *body, LLVMValueRef instruction) {
  if (!body->has_lives)
    return;
  bool is_condition =
      LLVMIsABranchInst(instruction) && LLVMIsConditional(instruction);
  uint32_t scope = is_condition ? 0 : scope_of(body, instruction);
  if (!scope || scope == body->scope)
    return;
  struct passage passage = {0};
  uint32_t outer = common_scope(body, body->scope, scope);
  leave_scopes(body, body->scope, outer, &passage);
  body->scope = outer;
  if (is_telling(instruction)) {
    enter_scopes(body, outer, scope, body->block, instruction, &passage);
    body->scope = scope;
  }
  save_registers(body, &passage.forgotten);
  save_registers(body, &passage.unsure);
  emit_passage(body, &passage);
  passage_release(&passage);
}

static struct passage passage_to(struct body *body, LLVMBasicBlockRef block) {
  struct passage passage = {0};
  uint32_t *known = pointer_map_find(&body->scope_of_block, block);
  if (!known) { // as it is here
    pointer_map_put(&body->scope_of_block, block, body->scope);
    return passage;
  }
  LLVMMetadataRef loop = debug_loop_scope(
      body->translator->debug, LLVMGetBasicBlockTerminator(body->block));
  uint32_t outer = common_scope(body, body->scope, *known);
  if (loop)
    outer = common_scope(body, outer, scope_of_node(body, loop));
  leave_scopes(body, body->scope, outer, &passage);
  enter_scopes(body, outer, *known, block, LLVMGetFirstInstruction(block),
               &passage);
  return passage;
}

bool scopes_change(struct body *body, LLVMBasicBlockRef block) {
  if (!body->has_lives)
    return false;
  struct passage passage = passage_to(body, block);
  bool changes = !passage_is_empty(&passage);
  passage_release(&passage);
  return changes;
}

void scopes_go(struct body *body, LLVMBasicBlockRef block) {
  if (!body->has_lives)
    return;
  struct passage passage = passage_to(body, block);
  emit_passage(body, &passage);
  passage_release(&passage);
}

// Its value becomes indeterminate, if it has one and nothing follows at once
// that gives it another.
void scopes_declare(struct body *body, LLVMValueRef declare) {
  LLVMValueRef storage;
  if (!body->has_lives || !is_repeated(body, body->block) ||
      !debug_declared_storage(declare, &storage))
    return;
  uint32_t *id = pointer_map_find(&body->local_of, storage);
  if (!id)
    return;
  const struct local *local = &body->locals.at[*id];
  if (local->object.id && body->has_labels &&
      !is_initialised(body, declare, local)) {
    struct term_vec one = {0};
    term_vec_push(&one, local_address(body, local));
    body_emit_lives(body, &one, LIFE_RENEWS);
    term_vec_release(&one);
  }
  if (!variable_is_none(local->variable) &&
      is_read_first(LLVMGetNextInstruction(declare), body->block, storage)) {
    struct variable_vec one = {0};
    variable_vec_push(&one, local->variable);
    save_registers(body, &one);
    emit_indeterminate(body, ORIGIN_UNINITIALISED, &one);
    variable_vec_release(&one);
  }
}
