// Structs that end in an array of unknown length, and arrays of length zero.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int length; char kind; char text[]; };
struct vector { size_t count; struct { short x, y; } items[]; };
struct header { unsigned char tag; int rest[0]; };

static struct message preset = {5, 'p', {'h', 'e', 'l', 'l', 'o', 0}};

static struct message *make(char kind, const char *text) {
  size_t length = strlen(text);
  struct message *m = malloc(sizeof *m + length + 1);
  m->length = (int)length;
  m->kind = kind;
  memcpy(m->text, text, length + 1);
  return m;
}

static struct vector *push(struct vector *v, short x, short y) {
  size_t count = v ? v->count : 0;
  v = realloc(v, offsetof(struct vector, items) +
                     (count + 1) * sizeof v->items[0]);
  v->items[count].x = x;
  v->items[count].y = y;
  v->count = count + 1;
  return v;
}

int main(void) {
  printf("%d %c %s\n", preset.length, preset.kind, preset.text);
  printf("%d %d\n", (int)sizeof(struct message),
         (int)offsetof(struct message, text));
  struct message *a = make('a', "first message"), *b = make('b', "");
  printf("%c %d [%s]; %c %d [%s]\n", a->kind, a->length, a->text, b->kind,
         b->length, b->text);
  a->text[5] = '-';
  printf("%s\n", a->text);
  struct message copy = *a; // Copies the fixed part only.
  printf("%d %c\n", copy.length, copy.kind);
  free(a);
  free(b);

  struct vector *v = NULL;
  for (short i = 0; i < 20; i++)
    v = push(v, i, (short)(i * i));
  int sum = 0;
  for (size_t i = 0; i < v->count; i++)
    sum += v->items[i].x * 3 - v->items[i].y;
  printf("%d %d\n", (int)v->count, sum);
  free(v);

  struct header *h = calloc(1, sizeof *h + 3 * sizeof(int));
  h->tag = 200;
  for (int i = 0; i < 3; i++)
    h->rest[i] += i + h->tag;
  printf("%d %d %d\n", (int)sizeof *h, h->rest[2], h->rest[0]);
  free(h);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
