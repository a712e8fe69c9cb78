// Hooks are what they begin with, as usual, so that they call the library and
// nothing else, unless something that we do not see runs before.
#include <stdlib.h>
#include <string.h>

typedef struct hooks {
  void *(*allocate)(size_t size);
  void (*release)(void *block);
} hooks;

static hooks standard = {malloc, free};
static void *(*allocate)(size_t) = malloc;
static char name[16];

void set_hooks(hooks *other) {
  standard = *other;
  allocate = other->allocate;
}

void note(void);

// Called by address, as a parameter of others.
static char *copy_with(const char *text, const hooks *by) {
  size_t length = strlen(text) + 1;
  char *copy = by->allocate(length);
  if (!copy)
    return NULL;
  memcpy(copy, text, length);
  return copy;
}

char *copied(const char *text) { return copy_with(text, &standard); }

char *copied_too_much(const char *text, unsigned n) {
  char *copy = standard.allocate(n + 1);
  if (copy)
    copy[n + 1] = *text;
  return copy;
}

char *made(size_t n) {
  char *made = allocate(n + 1);
  if (!made)
    return NULL;
  memset(made, 0, n + 1);
  strcpy(name, "made");
  return made;
}

// `note` is taken not to call our functions by name, so that it sets no others.
char *made_later(void) {
  note();
  char *made = allocate(4);
  if (made)
    made[3] = 0;
  return made;
}

// `note_all` may set others by their address.
void note_all(hooks *all);
char *made_by_noted(void) {
  note_all(&standard);
  char *made = standard.allocate(4);
  if (made)
    made[3] = 0;
  return made;
}

// Sets others itself, which may be no functions.
char *made_by_others(hooks *other) {
  set_hooks(other);
  char *made = standard.allocate(4);
  if (made)
    made[3] = 0;
  return made;
}

/* test: check --deref --required --function copied $file
 * exit: 0
 * stdout-contains: globals that begin with pointers to functions have their initial values at the start (--usual)
 */
/* test: check --deref --required --function copied_too_much $file
 * exit: 10
 * stdout-contains: valid access at
 */
/* test: check --deref --required --function made $file
 * exit: 0
 */
/* test: check --deref --required --function made_later $file
 * exit: 0
 */
/* test: check --deref --required --function made_by_noted $file
 * exit: 5
 */
/* test: check --deref --required --function made_by_others $file
 * exit: 10
 */
