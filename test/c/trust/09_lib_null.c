// Null pointers that library routines are given.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern int __VERIFIER_nondet_int(void);

#ifndef CALL
#define CALL atoi(p)
#endif

int main(void) {
  char *p = __VERIFIER_nondet_int() ? "12" : 0;
#ifdef SAFE
  if (!p)
    return 0;
#endif
  (void)CALL;
  return 0;
}

/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref -DSAFE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=puts(p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strtol(p,0,10)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strtol(p,0,10)" -DSAFE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=fclose((FILE*)p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=fputs(p,stdout)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=fputs(p,stdout)" -DSAFE
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=strrchr(p,'1')"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strstr(p,p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strcasecmp(p,p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=printf(\"%s\",p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=printf(\"%p\",p)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=scanf(\"%d\",(int*)p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=system(p)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=setlocale(LC_ALL,p)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=getenv(p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=fopen(p,p)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
