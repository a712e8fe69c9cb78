// What is done to LLVM modules before they are translated: the program's own
// functions under names of the library, weak functions with aliases, and
// functions that are chosen when the program starts.
#include "../unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>

#include "frontend/own.h"
#include "frontend/resolver.h"

struct fixture {
  LLVMContextRef context;
  LLVMModuleRef module;
  struct interner *names;
};

static void read_module(struct fixture *fx, const char *text) {
  *fx =
      (struct fixture){.context = LLVMContextCreate(), .names = interner_new()};
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test.ll");
  char *why = NULL;
  if (LLVMParseIRInContext(fx->context, buffer, &fx->module, &why))
    fail_msg("%s", why);
}

static void check_module(struct fixture *fx) {
  char *why = NULL;
  assert_false(LLVMVerifyModule(fx->module, LLVMReturnStatusAction, &why));
  LLVMDisposeMessage(why);
}

static void free_module(struct fixture *fx) {
  LLVMDisposeModule(fx->module);
  LLVMContextDispose(fx->context);
  interner_free(fx->names);
}

static void test_own(void **state) {
  (void)state;
  struct fixture fx;
  struct name_vec external = {0}, internal = {0};
  read_module(&fx, "define ptr @memset(ptr %p, i32 %c, i64 %n) { ret ptr %p }\n"
                   "define internal i64 @strlen(ptr %s) { ret i64 0 }\n"
                   "define i32 @helper() { ret i32 0 }\n"
                   "declare ptr @memcpy(ptr, ptr, i64)\n");
  own_collect(fx.module, OWN_EXTERNAL, fx.names, &external);
  own_collect(fx.module, OWN_STATIC, fx.names, &internal);
  assert_int_equal(external.count, 1);
  assert_string_equal(name_text(fx.names, external.at[0]), "memset");
  assert_int_equal(internal.count, 1);
  assert_string_equal(name_text(fx.names, internal.at[0]), "strlen");
  name_vec_release(&external);
  name_vec_release(&internal);
  free_module(&fx);
}

// The alias keeps the body; the weak name may be defined elsewhere.
static void test_aliases_of_weak_functions(void **state) {
  (void)state;
  struct fixture fx;
  read_module(&fx, "@alias = alias i32 (), ptr @weak\n"
                   "define weak i32 @weak() { ret i32 1 }\n"
                   "define i32 @strong() { ret i32 2 }\n");
  resolver_part_aliases(fx.module);
  check_module(&fx);
  assert_null(LLVMGetNamedFunction(fx.module, "weak"));
  assert_non_null(LLVMGetNamedGlobalAlias(fx.module, "weak", 4));
  assert_non_null(LLVMGetNamedGlobalAlias(fx.module, "alias", 5));
  assert_non_null(LLVMGetNamedFunction(fx.module, "strong"));
  free_module(&fx);
}

static void test_chosen_functions(void **state) {
  (void)state;
  struct fixture fx;
  read_module(&fx, "@chosen = ifunc i32 (i32), ptr @choose\n"
                   "define internal ptr @choose() { ret ptr @one }\n"
                   "define internal i32 @one(i32 %x) { ret i32 %x }\n"
                   "define i32 @main() {\n"
                   "  %r = call i32 @chosen(i32 7)\n"
                   "  ret i32 %r\n"
                   "}\n");
  resolver_embody(fx.module);
  check_module(&fx);
  assert_null(LLVMGetFirstGlobalIFunc(fx.module));
  LLVMValueRef chosen = LLVMGetNamedFunction(fx.module, "chosen");
  assert_non_null(chosen);
  assert_false(LLVMIsDeclaration(chosen));
  free_module(&fx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own),
      cmocka_unit_test(test_aliases_of_weak_functions),
      cmocka_unit_test(test_chosen_functions),
  };
  return cmocka_run_group_tests_name("module", tests, NULL, NULL);
}
