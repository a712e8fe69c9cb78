// What is required of callers where a loop moves a pointer, errno in loops,
// hooks in a table, and pointers that may lead outside.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*release)(void *);
};
static struct hooks hooks = {malloc, free};
void set_hooks(struct hooks *given) { hooks = *given; }
struct item {
  struct item *next, *child;
  int kind;
};

// Room for what is written, however far a loop goes.
void copied(char **from, char **to) {
  while ((*from)[0] != '\n') {
    (*to)[0] = (*from)[0];
    (*from)++;
    (*to)++;
  }
  (*to)[0] = 0;
}
// Its own array is still checked, and so is what it does behind the loop.
int own(char **from) {
  char own[8];
  char *to = own;
  while ((*from)[0] != '\n')
    *to++ = *(*from)++;
  return own[0];
}
int behind(char **from) {
  int numbers[4] = {0};
  while ((*from)[0] != '\n')
    (*from)++;
  return numbers[(unsigned char)**from];
}

ssize_t again(int fd, char *buffer, size_t count) {
  ssize_t length;
  do {
    length = read(fd, buffer, count);
  } while (length < 0 && errno == EINTR);
  return length;
}
ssize_t again_too_much(int fd, char *buffer, size_t count) {
  ssize_t length;
  do {
    length = read(fd, buffer, count + 1);
  } while (length < 0 && errno == EINTR);
  return length;
}

struct item *made(int kind) {
  struct item *item = hooks.allocate(sizeof *item);
  if (item) {
    memset(item, 0, sizeof *item);
    item->kind = kind;
  }
  return item;
}
struct item *made_unchecked(int kind) {
  struct item *item = hooks.allocate(sizeof *item);
  memset(item, 0, sizeof *item);
  item->kind = kind;
  return item;
}

/* test: check --deref --required --function copied $file
 * exit: 0
 * stdout-contains: RESULT: true (if callers see to what is needed)
 */
/* test: check --deref --required --function own $file
 * exit: 10
 * stdout-contains: of `own`
 */
/* test: check --deref --required --function behind $file
 * exit: 10
 * stdout-contains: of `numbers`
 */
/* test: check --deref --required --function again $file
 * exit: 0
 */
/* test: check --deref --required --function again_too_much $file
 * exit: 10
 */
/* test: check --deref --required --function made $file
 * exit: 0
 */
/* test: check --deref --required --function made_unchecked $file
 * exit: 10
 */
