// A mutex of three kinds over a lock word, as in pthread_mutex_lock(3).
#ifndef MUTEX_H
#define MUTEX_H

struct word {
  int value;
};

enum { FAST, RECURSIVE, ERROR_CHECK };
enum { OK = 0, EPERM = 1, EAGAIN = 11, EBUSY = 16, EINVAL = 22, EDEADLK = 35 };
enum { MOST = 100 }; // a recursive mutex counts so far

struct mutex {
  int kind;
  int owner; // a thread; 0: none
  int count; // how often the owner has it, beyond the first time
  int waiters;
  struct word word;
};

extern int current_thread; // never 0

extern void word_lock(struct word *word);
extern int word_trylock(struct word *word);
extern void word_unlock(struct word *word);
extern void word_wake(struct word *word);

#endif
