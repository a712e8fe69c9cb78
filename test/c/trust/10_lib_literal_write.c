// Library routines that write into literals, constant objects, and buffers
// that are too short.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
static const char constant[8] = "abc";
static char plain[8] = "abc";

#ifndef TARGET
#define TARGET (char *)"abc"
#endif
#ifndef CALL
#define CALL sprintf(to, "%d", 3)
#endif

int main(void) {
  char small[3] = "a", *to = TARGET;
  (void)constant, (void)plain, (void)small;
  if (__VERIFIER_nondet_int())
    (void)CALL;
  return 0;
}

/* test: check --deref
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=(char*)constant"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=plain"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=small"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=small" "-DCALL=sprintf(to,\"%d\",-12)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=small" "-DCALL=snprintf(to,3,\"%d\",-12)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=small" "-DCALL=sprintf(to,\"%s\",plain)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=small" "-DCALL=sprintf(to,\"%.2s\",plain)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=strtok(to,\"b\")"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=plain" "-DCALL=strtok(to,\"b\")"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DCALL=read(0,to,3)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=plain" "-DCALL=read(0,to,8)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=plain" "-DCALL=read(0,to,9)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=scanf(\"%3s\",to)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=plain" "-DCALL=scanf(\"%7s\",to)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=plain" "-DCALL=scanf(\"%8s\",to)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=plain" "-DCALL=scanf(\"%s\",to)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DCALL=strncat(to,\"x\",1)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 * test: check --deref "-DTARGET=small" "-DCALL=strncat(to,\"xyz\",1)"
 * exit: 0
 * stdout-contains: RESULT: true
 * test: check --deref "-DTARGET=small" "-DCALL=strncat(to,\"xyz\",2)"
 * exit: 10
 * stdout-contains: RESULT: false(valid-deref)
 */
