// Reading and printing: dialects, precedences, the same program again.
#include "equal.h"
#include "fixture.h"

#include "bp/print.h"

static char *printed(const struct bp *bp) {
  struct strbuf text = {0};
  bp_print(bp, &text);
  return strbuf_detach(&text);
}

// What is printed is read as the same program, and printed the same.
static void check_round_trip(const char *text) {
  struct fixture first, second;
  fixture_init(&first, text);
  if (!first.bp)
    fail_msg("%s", capture_text(&first.messages));
  char *once = printed(first.bp);
  second.names = first.names;
  capture_init(&second.messages);
  second.diag = diag_new(first.names, second.messages.out);
  second.bp =
      bp_read_text(once, strlen(once), "again.bp", first.names, second.diag);
  if (!second.bp)
    fail_msg("%s\n%s", once, capture_text(&second.messages));
  char *twice = printed(second.bp);
  assert_true(bp_equal(first.bp, second.bp));
  assert_string_equal(once, twice);
  free(once);
  free(twice);
  bp_free(second.bp);
  diag_free(second.diag);
  capture_release(&second.messages);
  fixture_release(&first);
}

static void test_round_trips(void **state) {
  (void)state;
  check_round_trip("void main() begin end");
  check_round_trip("decl a := 1, b; decl thread_local c := 0;"
                   "bool<2> f(x, y) begin decl l := *; enforce x | l;"
                   " abortif a & b; return x, schoose[y, l]; end "
                   "void main() begin decl p; L1: L2: a, _ := f(!a, *);"
                   " goto L1, L3; L3: a, b := b, a constrain (a' => !b);"
                   " if p then skip; elsif a then goto L1; else a := T; fi;"
                   " while * do p := (a ? b : p); dead p; od end");
  check_round_trip("void w(x) begin sync e; wait; end "
                   "void main() begin 0: start_thread goto 5; atomic_begin;"
                   " start_thread w(T); atomic_end; broadcast; end_thread;"
                   " 5: print(T); assert !(*); end");
  check_round_trip("decl {a < b}, L0; void main() begin"
                   " {a < b} := !{a < b} ^ L0; L: goto L; end");
}

// Labels that the printer makes must not be those of the text.
static void test_labels(void **state) {
  (void)state;
  check_round_trip("void main() begin L2: skip; if * then skip; fi skip;"
                   " L3: goto L2; end");
}

static void check_expr(const char *text, const char *expected) {
  struct fixture fixture;
  struct strbuf whole = {0}, out = {0};
  strbuf_format(&whole, "decl a, b, c; void main() begin assert %s; end", text);
  fixture_init(&fixture, strbuf_text(&whole));
  assert_non_null(fixture.bp);
  bp_print_expr(fixture.bp, 0,
                fixture.bp->procedures.at[0].statements.at[0].condition, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_release(&whole);
  strbuf_release(&out);
  fixture_release(&fixture);
}

static void test_precedences(void **state) {
  (void)state;
  check_expr("a | b & c", "a | (b & c)");
  check_expr("a && b || c", "(a & b) | c");
  check_expr("!a & b", "!a & b");
  check_expr("!(a & b)", "!(a & b)");
  check_expr("a & b = c", "a & (b = c)");
  check_expr("a ^ b & c", "a != (b & c)");
  check_expr("a | b ^ c", "a | (b != c)");
  check_expr("a => b => c", "(a => b) => c");
  check_expr("a -> b | c", "(a => b) | c");
  check_expr("a ? b : c", "a ? b : c");
  check_expr("a <> b", "a != b");
  check_expr("~~a", "a");
  check_expr("!*", "*");
  check_expr("!1", "F");
  check_expr("true <=> false", "T = F");
  check_expr("schoose[a, b | c]", "schoose[a, b | c]");
}

static void check_refused(const char *text, const char *message) {
  struct fixture fixture;
  fixture_init(&fixture, text);
  assert_null(fixture.bp);
  if (!strstr(capture_text(&fixture.messages), message))
    fail_msg("%s\ninstead of %s", capture_text(&fixture.messages), message);
  fixture_release(&fixture);
}

static void test_mistakes(void **state) {
  (void)state;
  check_refused("", "there is no procedure `main`");
  check_refused("main() begin end", "begins with `void`");
  check_refused("void main() begin skip end", "1:24: error: `;` is expected");
  check_refused("void main() begin if T skip; fi end", "`then` is expected");
  check_refused("void main() begin if T then skip; end", "`else` is expected");
  check_refused("void main() begin while T do skip; end", "`od` is expected");
  check_refused("void main() begin x := T; end", "is not declared");
  check_refused("void main() begin", "`end` is expected instead of the end");
  check_refused("void main() begin /* end", "has no end");
  check_refused("decl a := 2; void main() begin end", "begins with 0, 1 or *");
  check_refused("void main() begin end void main() begin end",
                "two procedures");
  check_refused("bool<99999> main() begin end", "more values than are read");
}

// Nothing is nested so deep that reading ends in an overflow.
static void test_deep(void **state) {
  (void)state;
  struct strbuf text = {0};
  strbuf_add(&text, "void main() begin assert ");
  for (int i = 0; i < 100000; i++)
    strbuf_char(&text, '(');
  check_refused(strbuf_text(&text), "more than 1000 levels");
  strbuf_clear(&text);
  strbuf_add(&text, "void main() begin ");
  for (int i = 0; i < 100000; i++)
    strbuf_add(&text, "if * then ");
  check_refused(strbuf_text(&text), "more than 1000 levels");
  strbuf_clear(&text);
  strbuf_add(&text, "void main() begin assert T ");
  for (int i = 0; i < 100000; i++)
    strbuf_add(&text, "? T ");
  check_refused(strbuf_text(&text), "more than 1000 levels");
  strbuf_release(&text);
}

// Any text is read or refused, whatever is cut out of or put into a program.
static void test_damaged(void **state) {
  (void)state;
  static const char whole[] =
      "decl a, {x<y} := 1; bool f(x) begin enforce x; return !x, 'a; end "
      "void main() begin L: a := f(schoose[a, T]); if (*) then goto L; fi "
      "while a do a, {x<y} := *, F constrain (a' = {x<y}); od 3: end";
  struct random random = {7};
  for (int i = 0; i < 3000; i++) {
    char *text = memory_copy_string(whole);
    size_t length = strlen(text);
    for (uint32_t k = random_below(&random, 4); k-- > 0;)
      text[random_below(&random, (uint32_t)length)] =
          (char)(32 + random_below(&random, 95));
    text[random_below(&random, 8) ? length : random_below(&random, 100)] = 0;
    struct fixture fixture;
    fixture_init(&fixture, text);
    assert_int_equal(fixture.bp == NULL,
                     diag_count(fixture.diag, SEVERITY_ERROR) > 0);
    fixture_release(&fixture);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trips), cmocka_unit_test(test_labels),
      cmocka_unit_test(test_precedences), cmocka_unit_test(test_mistakes),
      cmocka_unit_test(test_deep),        cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
