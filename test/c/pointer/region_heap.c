// Heap objects of allocations that run many times: lists, a tree, a table of
// rows of different lengths, a buffer that is used with several widths.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  short key;
  struct node *left, *right;
  char name[6];
};

static struct node *new_node(int key) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    exit(1);
  node->key = (short)key;
  node->left = node->right = NULL;
  memset(node->name, 'a' + key % 26, sizeof node->name - 1);
  node->name[5] = 0;
  return node;
}

static void insert(struct node **root, int key) {
  while (*root)
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = new_node(key);
}

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->right;
    list->right = done;
    done = list;
    list = next;
  }
  return done;
}

int main(void) {
  struct node *root = NULL, *list = NULL;
  int *rows[5];
  long total = 0;
  for (int i = 0; i < 8; i++)
    insert(&root, i * 37 % 11);
  for (struct node *at = root; at; at = at->left)
    total = total * 100 + at->key + at->name[2];
  for (int i = 0; i < 5; i++) {
    struct node *node = new_node(i);
    node->right = list;
    list = node;
    rows[i] = calloc((size_t)i + 1, sizeof **rows);
    for (int k = 0; rows[i] && k <= i; k++)
      rows[i][k] += i * 10 + k;
  }
  list = reverse(list);
  for (struct node *at = list; at; at = at->right)
    total = total * 3 + at->key;
  *rows[2] = *list->right->name;
  struct node copy = *list->right;
  copy.key++;
  *list = copy;
  for (int i = 0; i < 5; i++)
    total += (long)rows[i][i] * rows[i][0];
  for (int round = 0; round < 3; round++) {
    unsigned char *buffer = malloc(32);
    unsigned word = 0x01020304u * (unsigned)(round + 1);
    memset(buffer, round, 32);
    memcpy(buffer + 3 + round, &word, sizeof word);
    for (int i = 0; i < 32; i++)
      total = total * 5 + buffer[i];
    *(unsigned short *)(buffer + 2 * round) ^= 0x55;
    total += buffer[0] + buffer[4] + *(int *)(buffer + 4);
    free(buffer);
  }
  printf("%ld %d %c\n", total, list->key, list->right->name[1]);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component --32
 * native: same
 */
