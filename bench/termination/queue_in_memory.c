// A queue in an array of pointers is emptied, each entry may put its successor
// in; with the fault also itself.
struct job {
  struct job *then;
};

int __VERIFIER_nondet_int(void);

int main(void) {
  struct job last = {0}, middle = {&last}, first = {&middle};
  struct job *queue[4];
  unsigned count = 1;
  queue[0] = &first;
  while (count) {
    struct job *job = queue[--count];
    if (job->then)
      queue[count++] = job->then;
#ifdef BUG
    else
      queue[count++] = job;
#endif
  }
  return 0;
}
