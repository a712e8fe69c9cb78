// Prints the greatest of its arguments.
#include <stdio.h>
#include <stdlib.h>

static int greatest(int count, char **texts) {
  int best = atoi(texts[0]);
  for (int i = 1; i < count; i++)
    if (atoi(texts[i]) > best)
      best = atoi(texts[i]);
  return best;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  printf("%d\n", greatest(argc - 1, argv + 1));
  return 0;
}
