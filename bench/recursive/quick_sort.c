// Sorting five numbers by partition.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int data[5];

static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static void sort(int low, int high) {
  if (low >= high)
    return;
  int pivot = data[high], at = low;
  for (int i = low; i < high; i++)
    if (data[i] < pivot)
      swap(&data[i], &data[at++]);
  swap(&data[at], &data[high]);
  sort(low, at - 1);
#ifdef BUG
  sort(at + 2, high);
#else
  sort(at + 1, high);
#endif
}

int main(void) {
  for (int i = 0; i < 5; i++)
    data[i] = __VERIFIER_nondet_int();
  sort(0, 4);
  for (int i = 0; i < 4; i++)
    assert(data[i] <= data[i + 1]);
  return 0;
}
