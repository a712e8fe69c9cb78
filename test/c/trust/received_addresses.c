// A pointer that comes out of a file or a pipe may be any address: the program
// may have written it there. One beside what is read stays what it was.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

static int x, y;
static struct message {
  int *before;
  char text[16];
} message;

int main(void) {
  int *pointer = &y;
#if WAY == 0 // through a pipe
  int *sent = &x, ends[2];
  if (pipe(ends) || write(ends[1], &sent, sizeof sent) != sizeof sent)
    return 1;
  if (read(ends[0], &pointer, sizeof pointer) == sizeof pointer)
    *pointer = 1;
  assert(x == 0);
#elif WAY == 1 // through a file, into what has no value
  int *sent = &x, *received;
  FILE *file = tmpfile();
  if (!file || fwrite(&sent, sizeof sent, 1, file) != 1)
    return 1;
  rewind(file);
  if (fread(&received, sizeof received, 1, file) == 1)
    *received = 1;
  assert(x == 0);
#else // a text
  message.before = pointer;
  if (read(0, message.text, sizeof message.text) > 0)
    *message.before = 1;
  assert(x == 0);
#endif
  return 0;
}

/* test: check -DWAY=0 $file
 * exit: 5
 * stdout-lacks: RESULT: true
 */
/* test: check -DWAY=1 $file
 * exit: 5
 * stdout-lacks: RESULT: true
 */
/* test: check -DWAY=2 $file
 * exit: 0
 * stdout-contains: RESULT: true
 */
