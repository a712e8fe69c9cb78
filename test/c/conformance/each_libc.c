// The rules that come with vouch, with the real headers: each is kept, and with
// a bug found.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct account {
  pthread_mutex_t lock;
  pthread_rwlock_t names;
  int amount;
};

int mutexes(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  if (pthread_mutex_trylock(&to->lock)) {
    pthread_mutex_unlock(&from->lock);
    return -1;
  }
  from->amount -= amount;
  to->amount += amount;
  pthread_mutex_unlock(&to->lock);
#ifndef BUG
  pthread_mutex_unlock(&from->lock);
#endif
  return 0;
}

int rwlocks(struct account *a, struct account *b) {
  int sum;
  pthread_rwlock_rdlock(&a->names);
  pthread_rwlock_wrlock(&b->names);
  sum = a->amount + b->amount;
  pthread_rwlock_unlock(&a->names);
#ifdef BUG
  if (sum < 0)
    return -1;
#endif
  pthread_rwlock_unlock(&b->names);
  return sum;
}

int streams(const char *from, const char *to) {
  FILE *in = fopen(from, "r");
  if (!in)
    return -1;
  FILE *out = fopen(to, "w");
  if (!out) {
#ifndef BUG
    fclose(in);
#endif
    return -1;
  }
  fclose(out);
  fclose(in);
  return 0;
}

int reopened(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
#ifdef BUG
  if (!freopen(name, "w", f)) {
    fclose(f);
    return -1;
  }
#else
  if (!freopen(name, "w", f))
    return -1;
#endif
  fclose(f);
  return 0;
}

int blocks(unsigned n) {
  char *a = malloc(n), *b = calloc(n, 2);
  if (!a || !b) {
    free(b);
#ifndef BUG
    free(a);
#endif
    return -1;
  }
  char *c = realloc(a, 2 * n + 1);
  if (!c) {
    free(a);
    free(b);
    return -1;
  }
  free(c);
  free(b);
  return 0;
}

void twice(char *given, int n) {
  free(given);
#ifdef BUG
  if (n > 0)
    free(given);
#endif
}

int descriptors(const char *name) {
  int in = open(name, O_RDONLY);
  if (in < 0)
    return -1;
  int out = dup(in);
  close(in);
#ifdef BUG
  if (out > 0)
#else
  if (out >= 0)
#endif
    close(out);
  return 0;
}

int owned(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return -1;
  FILE *f = fdopen(fd, "r");
  if (!f) {
#ifndef BUG
    close(fd);
#endif
    return -1;
  }
  fclose(f);
  return 0;
}

/* test: check --spec $dir/each_libc.spec $file
 * exit: 0
 * stdout-contains: check mutexes: mutexes refines MUTEX_LOCK: true
 * stdout-contains: check rwlocks: rwlocks refines RW_LOCK: true
 * stdout-contains: check streams: streams refines FILE_STREAM: true
 * stdout-contains: check reopened: reopened refines FILE_STREAM: true
 * stdout-contains: check blocks: blocks refines HEAP_BLOCK: true
 * stdout-contains: check twice: twice refines FREED_ONCE: true
 * stdout-contains: check descriptors: descriptors refines FILE_DESCRIPTOR: true
 * stdout-contains: check owned: owned refines FILE_DESCRIPTOR: true
 * stdout-contains: RESULT: true
 */
/* test: check --spec $dir/each_libc.spec $file -DBUG
 * exit: 10
 * stdout-contains: check mutexes: mutexes refines MUTEX_LOCK: false
 * stdout-contains: check rwlocks: rwlocks refines RW_LOCK: false
 * stdout-contains: check streams: streams refines FILE_STREAM: false
 * stdout-contains: check reopened: reopened refines FILE_STREAM: false
 * stdout-contains: check blocks: blocks refines HEAP_BLOCK: false
 * stdout-contains: check twice: twice refines FREED_ONCE: false
 * stdout-contains: check descriptors: descriptors refines FILE_DESCRIPTOR: false
 * stdout-contains: check owned: owned refines FILE_DESCRIPTOR: false
 */
/* test: check --spec $dir/each_libc.spec $file -D_FILE_OFFSET_BITS=64 --check streams
 * exit: 0
 * stdout-contains: check streams: streams refines FILE_STREAM: true
 */
/* test: check --spec $dir/each_libc.spec $file -D_FILE_OFFSET_BITS=64 --check streams -DBUG
 * exit: 10
 * stdout-contains: check streams: streams refines FILE_STREAM: false
 */
