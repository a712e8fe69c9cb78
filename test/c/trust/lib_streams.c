// The standard streams can be closed as well; many routines use one of them that
// they are not given.
#include <stdio.h>

static void finish(FILE *stream) {
  if (stream != stdin)
    fclose(stream);
}

FILE *log_file;

// They are open where a function starts.
void end_log(int is_last) {
  fprintf(stderr, "end\n");
  if (log_file)
    fclose(log_file);
#ifdef ERROR
  if (is_last)
    fclose(stderr);
#endif
  fprintf(stderr, "%d\n", is_last);
}

int main(void) {
  FILE *out = stdout;
#ifdef PRINT
  fclose(stdout);
  printf("x\n");
#elif defined PUT
  finish(out);
  putchar('x');
#elif defined GET
  fclose(stdin);
  return getchar();
#elif defined GIVEN
  fclose(stderr);
  fputs("x", stderr);
#elif defined TELL
  fclose(stderr);
  perror("x");
#elif defined TWICE
  fclose(out);
  fclose(stdout);
#elif defined POINTER // that call is not looked at
  int (*end)(FILE *) = fclose;
  end(stdout);
  puts("x");
#elif defined FLUSH
  fclose(out);
  fflush(stdout);
#else
  FILE *file = fopen("x", "r");
  finish(stdin);
  finish(stderr);
  if (file)
    fclose(file);
  puts("x");
  fflush(out);
  fflush(0);
  finish(out);
  return getchar();
#endif
  return out == stderr;
}

/* test: check --deref
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref -DPRINT
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DPUT
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DGET
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DGIVEN
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DTELL
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DTWICE
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DPOINTER
 * exit: 5
 * stdout-contains: RESULT: unknown
 * test: check --deref -DFLUSH
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref --function end_log
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref --function end_log -DERROR
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: run -DPRINT
 * exit: 10
 * stderr-contains: was closed
 */
