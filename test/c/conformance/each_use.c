// Rules about the use of what was given back, and about failures that are not
// told: each is kept, and with a bug found.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int streams(const char *name) {
  FILE *f = fopen(name, "w");
  if (!f)
    return -1;
  int code = fputs("text", f);
#ifdef BUG
  if (code < 0)
    fclose(f);
#endif
  if (fflush(f))
    code = -1;
  fclose(f);
  return code;
}

int descriptors(const char *name, char *into) {
  int d = open(name, O_RDONLY);
  if (d < 0)
    return -1;
#ifdef BUG
  close(d);
#endif
  long n = read(d, into, 8);
#ifndef BUG
  close(d);
#endif
  return n < 0 ? -1 : 0;
}

int told(int d, char *bytes) {
  if (write(d, bytes, 8) < 0)
    return -1;
#ifdef BUG
  read(d, bytes, 8);
#else
  if (read(d, bytes, 8) < 0)
    return -2;
#endif
  return 0;
}

int folders(const char *name) {
  DIR *d = opendir(name);
  if (!d)
    return -1;
  int count = 0;
  while (count < 2 && readdir(d))
    count++;
#ifdef BUG
  if (count == 2)
    return -1;
#endif
  closedir(d);
  return count;
}

int reading(DIR *d, int often) {
  if (readdir(d) && often)
    rewinddir(d);
  closedir(d);
#ifdef BUG
  if (often && readdir(d))
    return 1;
#endif
  return 0;
}

/* test: check --unseen=nothing --spec $dir/each_use.spec $file
 * exit: 0
 * stdout-contains: check streams: streams refines STREAM_USE: true
 * stdout-contains: check descriptors: descriptors refines DESCRIPTOR_USE: true
 * stdout-contains: check told: told refines ERROR_TOLD: true
 * stdout-contains: check folders: folders refines DIRECTORY: true
 * stdout-contains: check reading: reading refines DIRECTORY_USE: true
 * stdout-contains: RESULT: true
 */
/* test: check --unseen=nothing --spec $dir/each_use.spec $file -DBUG
 * exit: 10
 * stdout-contains: check streams: streams refines STREAM_USE: false
 * stdout-contains: check descriptors: descriptors refines DESCRIPTOR_USE: false
 * stdout-contains: check told: told refines ERROR_TOLD: false
 * stdout-contains: check folders: folders refines DIRECTORY: false
 * stdout-contains: check reading: reading refines DIRECTORY_USE: false
 */
