// Rules of the specifications that come with the program: which functions begin
// what they speak of, and which follow.
#include "../unit.h"

#include "spec/shipped.h"

struct fixture {
  struct interner *names;
  struct diag *diag;
  struct shipped shipped;
};

static struct fixture open_shelf(void) {
  struct fixture f = {.names = interner_new()};
  f.diag = diag_new(f.names, stderr);
  assert_true(shipped_init(&f.shipped, "specs", f.names, f.diag));
  return f;
}

static void close_shelf(struct fixture *f) {
  shipped_release(&f->shipped);
  diag_free(f->diag);
  interner_free(f->names);
}

static const struct rule *rule_of(const struct fixture *f, const char *file,
                                  const char *name) {
  for (uint32_t i = 0; i < f->shipped.rules.count; i++) {
    const struct rule *rule = &f->shipped.rules.at[i];
    if (name_equal(rule->file, intern(f->names, file)) &&
        name_equal(rule->name, intern(f->names, name)))
      return rule;
  }
  return NULL;
}

static bool has(const struct fixture *f, const struct name_vec *names,
                const char *name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (name_equal(names->at[i], intern(f->names, name)))
      return true;
  return false;
}

static void what_begins_and_what_follows(void **state) {
  (void)state;
  struct fixture f = open_shelf();
  const struct rule *lock = rule_of(&f, "pthread.spec", "MUTEX_LOCK");
  assert_non_null(lock);
  assert_true(has(&f, &lock->begins, "pthread_mutex_lock"));
  assert_false(has(&f, &lock->begins, "pthread_mutex_unlock"));
  assert_true(has(&f, &lock->follows, "pthread_mutex_unlock"));
  const struct rule *stream = rule_of(&f, "stdio.spec", "FILE_STREAM");
  assert_true(has(&f, &stream->begins, "fopen"));
  assert_true(has(&f, &stream->follows, "fclose"));
  close_shelf(&f);
}

// STREAM is one property of all streams: no rule.
static void only_rules_for_each_object(void **state) {
  (void)state;
  struct fixture f = open_shelf();
  assert_null(rule_of(&f, "stdio.spec", "STREAM"));
  for (uint32_t i = 0; i < f.shipped.rules.count; i++)
    assert_true(f.shipped.rules.at[i].begins.count > 0);
  close_shelf(&f);
}

static void files_that_describe_and_clash(void **state) {
  (void)state;
  struct fixture f = open_shelf();
  struct name stdio = intern(f.names, "stdio.spec");
  struct name threads = intern(f.names, "pthread.spec");
  struct name kernel = intern(f.names, "linux.spec");
  assert_true(shipped_describes(&f.shipped, stdio, intern(f.names, "fopen")));
  assert_false(
      shipped_describes(&f.shipped, threads, intern(f.names, "fopen")));
  assert_true(has(&f, &f.shipped.functions, "fopen"));
  assert_true(shipped_clash(&f.shipped, kernel, threads));
  assert_false(shipped_clash(&f.shipped, stdio, threads));
  assert_false(shipped_clash(&f.shipped, stdio, stdio));
  close_shelf(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_begins_and_what_follows),
      cmocka_unit_test(only_rules_for_each_object),
      cmocka_unit_test(files_that_describe_and_clash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
