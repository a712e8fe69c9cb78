// A small store: a disk that may fail, a journal on it, and what uses both.
// Every procedure has its abstraction in store.spec.
#ifndef STORE_H
#define STORE_H

enum { BLOCKS = 64, SPARE = 63 };
enum { EIO = 5, EBADF = 9, EINVAL = 22 };
enum { BEGIN, COMMIT, ABORT };

// Below: the hardware and the log, not part of the project.
extern int raw_write(int block);
extern int raw_sync(void);
extern void mark(int kind);

// disk.c
extern int disk_write(int block);
extern int disk_sync(void);

// journal.c
extern int journal_begin(void);
extern int journal_append(int handle, int block);
extern int journal_commit(int handle);
extern void journal_abort(int handle);

// store.c
extern int store_put(int key);
extern int store_batch(int count);

#endif
