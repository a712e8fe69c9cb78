// Data structures on the heap: list, tree, hash table, growing buffer, graph.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; };

static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  *n = (struct node){value, list};
  return n;
}
static struct node *reverse(struct node *list) {
  struct node *result = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = result;
    result = list;
    list = next;
  }
  return result;
}
// Removal through a pointer to the link.
static void remove_even(struct node **link) {
  while (*link)
    if ((*link)->value % 2 == 0) {
      struct node *dead = *link;
      *link = dead->next;
      free(dead);
    } else {
      link = &(*link)->next;
    }
}
static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    struct node **smaller = a->value <= b->value ? &a : &b;
    tail->next = *smaller;
    tail = tail->next;
    *smaller = (*smaller)->next;
  }
  tail->next = a ? a : b;
  return head.next;
}
static struct node *sort(struct node *list) {
  if (!list || !list->next)
    return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next)
    slow = slow->next, fast = fast->next->next;
  struct node *half = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(half));
}
static void print_and_free(struct node *list) {
  while (list) {
    struct node *next = list->next;
    printf("%d ", list->value);
    free(list);
    list = next;
  }
  printf("\n");
}

struct tree { struct tree *child[2]; int key, count; };

static void insert(struct tree **t, int key) {
  while (*t && (*t)->key != key)
    t = &(*t)->child[key > (*t)->key];
  if (!*t) {
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
  }
  (*t)->count++;
}
static int depth(const struct tree *t) {
  if (!t)
    return 0;
  int l = depth(t->child[0]), r = depth(t->child[1]);
  return 1 + (l > r ? l : r);
}
static void in_order(const struct tree *t) {
  if (!t)
    return;
  in_order(t->child[0]);
  printf("%d:%d ", t->key, t->count);
  in_order(t->child[1]);
}
static void destroy(struct tree *t) {
  if (!t)
    return;
  destroy(t->child[0]);
  destroy(t->child[1]);
  free(t);
}

struct entry { char *key; int value; struct entry *next; };
struct table { struct entry **slots; size_t size, used; };

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}
static void grow(struct table *t) {
  size_t size = t->size ? t->size * 2 : 4;
  struct entry **slots = calloc(size, sizeof *slots);
  for (size_t i = 0; i < t->size; i++)
    for (struct entry *e = t->slots[i], *next; e; e = next) {
      next = e->next;
      e->next = slots[hash(e->key) % size];
      slots[hash(e->key) % size] = e;
    }
  free(t->slots);
  t->slots = slots;
  t->size = size;
}
static int *lookup(struct table *t, const char *key) {
  if (t->used >= t->size)
    grow(t);
  struct entry **slot = &t->slots[hash(key) % t->size];
  for (struct entry *e = *slot; e; e = e->next)
    if (!strcmp(e->key, key))
      return &e->value;
  struct entry *e = malloc(sizeof *e);
  e->key = malloc(strlen(key) + 1);
  strcpy(e->key, key);
  e->value = 0;
  e->next = *slot;
  *slot = e;
  t->used++;
  return &e->value;
}
static void table_free(struct table *t) {
  for (size_t i = 0; i < t->size; i++)
    while (t->slots[i]) {
      struct entry *e = t->slots[i];
      t->slots[i] = e->next;
      free(e->key);
      free(e);
    }
  free(t->slots);
}

struct buffer { char *text; size_t used, room; };
static void append(struct buffer *b, const char *s) {
  size_t n = strlen(s);
  if (b->used + n + 1 > b->room) {
    b->room = (b->used + n + 1) * 2;
    b->text = realloc(b->text, b->room);
  }
  memcpy(b->text + b->used, s, n + 1);
  b->used += n;
}

int main(void) {
  struct node *list = NULL;
  unsigned seed = 7;
  for (int i = 0; i < 12; i++)
    list = push(list, (int)((seed = seed * 1103515245u + 12345u) >> 16 & 63));
  list = reverse(list);
  remove_even(&list);
  list = push(push(list, 30), 15);
  print_and_free(sort(list));

  struct tree *tree = NULL;
  const int keys[] = {50, 20, 80, 20, 60, 90, 10, 60, 55, 20};
  for (int i = 0; i < 10; i++)
    insert(&tree, keys[i]);
  in_order(tree);
  printf("depth %d\n", depth(tree));
  destroy(tree);

  struct table t = {0};
  char text[] = "the quick brown fox jumps over the lazy dog and the fox";
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
    ++*lookup(&t, w);
  printf("%d %d ", *lookup(&t, "the"), *lookup(&t, "fox"));
  printf("%d %d ", *lookup(&t, "dog"), *lookup(&t, "cat"));
  printf("of %d\n", (int)t.used);
  table_free(&t);

  struct buffer b = {0};
  for (int i = 0; i < 20; i++) {
    char number[16];
    sprintf(number, "%d,", i * i);
    append(&b, number);
  }
  printf("%s %d\n", b.text, (int)b.used);
  free(b.text);

  int **rows = malloc(5 * sizeof *rows);
  for (int i = 0; i < 5; i++) {
    rows[i] = calloc((size_t)i + 1, sizeof **rows);
    rows[i][0] = rows[i][i] = 1;
    for (int j = 1; j < i; j++)
      rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
  }
  for (int j = 0; j < 5; j++)
    printf("%d ", rows[4][j]);
  for (int i = 0; i < 5; i++)
    free(rows[i]);
  free(rows);
  printf("\n");
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
