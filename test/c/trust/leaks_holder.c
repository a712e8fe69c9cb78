// Who holds the address of a block: memory of the function itself does not hand
// it on; where it is not known whose memory it is, the answer is unknown.
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next, *back;
  char *bytes;
};
struct pair {
  char *first, *second;
};

int loop(void) {
  int *a[2];
  for (int i = 0; i < 2; i++)
    a[i] = malloc(4);
#ifndef BUG
  free(a[0]);
  free(a[1]);
#endif
  return 0;
}
int index_of(int c) {
  int *a[2] = {0};
  a[c & 1] = malloc(4);
#ifndef BUG
  free(a[c & 1]);
#endif
  return 0;
}
int field(int c) {
  struct pair s = {0}, t = {0};
  struct pair *p = c ? &s : &t;
  p->second = malloc(4);
#ifndef BUG
  free(p->second);
#endif
  return 0;
}
int structs(int c) {
  struct pair s[3] = {0};
  s[c & 1].second = malloc(4);
#ifndef BUG
  free(s[c & 1].second);
#endif
  return 0;
}
int variable(int c) {
  if (c < 1 || c > 3)
    return 1;
  char *a[c];
  a[c - 1] = malloc(4);
#ifndef BUG
  free(a[c - 1]);
#endif
  return 0;
}
int literal(void) {
  char **a = (char *[]){0, 0};
  a[1] = malloc(4);
#ifndef BUG
  free(a[1]);
#endif
  return 0;
}
static void put(char **to) {
  *to = malloc(4);
}
int callee(void) {
  char *p = 0;
  put(&p);
#ifndef BUG
  free(p);
#endif
  return 0;
}
int copied(void) {
  char *p = malloc(4), *q[2];
  memcpy(&q[1], &p, sizeof p);
#ifndef BUG
  free(q[1]);
#endif
  return 0;
}
int assigned(void) {
  struct node s = {0, 0, malloc(4)}, t;
  t = s;
#ifndef BUG
  free(t.bytes);
#endif
  return 0;
}
int list(void) {
  struct node *head = 0;
  for (int i = 0; i < 2; i++) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
      break;
    n->next = head;
    head = n;
  }
#ifndef BUG
  while (head) {
    struct node *n = head->next;
    free(head);
    head = n;
  }
#endif
  return 0;
}
int ring(void) {
  struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  if (a && b) {
    a->next = b;
    b->back = a;
#ifdef BUG
    return 0;
#endif
  }
  free(a);
  free(b);
  return 0;
}
int content(void) {
  struct node *a = calloc(1, sizeof *a);
  if (!a)
    return 1;
  a->bytes = malloc(3);
#ifndef BUG
  free(a->bytes);
#endif
  free(a);
  return 0;
}
int either(char **to, int c) {
  char *p = 0;
  *(c && to ? to : &p) = malloc(4);
#ifndef BUG
  free(p);
#endif
  return 0;
}
int elsewhere(char **to, struct pair *from) {
  struct pair s = {malloc(4), 0}, t = s;
  struct pair *p = &t;
  if (to && from)
    memcpy(to, from, sizeof *from);
#ifndef BUG
  free(p->first);
#endif
  return 0;
}
// Handed on.
struct pair both(void) {
  return (struct pair){0, malloc(4)};
}
// By a copy of memory, of which it is not known.
void out(struct pair *to) {
  if (to)
    *to = (struct pair){malloc(4), 0};
}
void bytes(char *to) {
  char *p = malloc(3), *from = (char *)&p;
  if (!to) {
    free(p);
    return;
  }
  for (int i = 0; i < 8; i++)
    to[i] = from[i];
}
void push(struct node *head) {
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    return;
  if (!head) {
    free(n);
    return;
  }
  n->next = head->next;
  head->next = n;
}

/* test: check --leaks --function loop
 * exit: 0
 */
/* test: check --leaks --function loop -DBUG
 * exit: 10
 */
/* test: check --leaks --function index_of
 * exit: 0
 */
/* test: check --leaks --function index_of -DBUG
 * exit: 10
 */
/* test: check --leaks --function field
 * exit: 0
 */
/* test: check --leaks --function field -DBUG
 * exit: 10
 */
/* test: check --leaks --function structs
 * exit: 0
 */
/* test: check --leaks --function structs -DBUG
 * exit: 10
 */
/* test: check --leaks --function variable
 * exit: 0
 */
/* test: check --leaks --function variable -DBUG
 * exit: 10
 */
/* test: check --leaks --function literal
 * exit: 0
 */
/* test: check --leaks --function literal -DBUG
 * exit: 10
 */
/* test: check --leaks --function callee
 * exit: 0
 */
/* test: check --leaks --function callee -DBUG
 * exit: 10
 */
/* test: check --leaks --function copied
 * exit: 0
 */
/* test: check --leaks --function copied -DBUG
 * exit: 10
 */
/* test: check --leaks --function assigned
 * exit: 0
 */
/* test: check --leaks --function assigned -DBUG
 * exit: 10
 */
/* test: check --leaks --function list
 * exit: 0
 */
/* test: check --leaks --function list -DBUG
 * exit: 10
 */
/* test: check --leaks --function elsewhere
 * exit: 0
 */
/* test: check --leaks --function elsewhere -DBUG
 * exit: 10
 */
/* test: check --leaks --function ring
 * exit: 0
 */
/* test: check --leaks --function ring -DBUG
 * exit: 5
 */
/* test: check --leaks --function content
 * exit: 0
 */
/* test: check --leaks --function content -DBUG
 * exit: 5
 */
/* test: check --leaks --function either
 * exit: 5
 */
/* test: check --leaks --function either -DBUG
 * exit: 5
 */
/* test: check --leaks --function both
 * exit: 0
 */
/* test: check --leaks --function out
 * exit: 5
 */
/* test: check --leaks --function push
 * exit: 0
 */
/* test: check --leaks --function bytes
 * exit: 5
 */
