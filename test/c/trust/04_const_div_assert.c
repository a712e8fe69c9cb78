// What follows an undefined operation is not checked, of constants as of
// variables.
#include <assert.h>
#ifndef OPERATION
#define OPERATION 7 / 0
#endif

int main(void) {
  int r = OPERATION;
  assert(r == 5);
  return r;
}

/* test: check
 * exit: 4
 * stdout-contains: no undefined behaviour at 1 place: division by zero
 * stdout-contains: RESULT: true (vacuous: everything that was asked about lies behind undefined behaviour (division by zero)
 *
 * test: check -DOPERATION=(-2147483647-1)/-1
 * exit: 4
 * stdout-contains: no undefined behaviour at 1 place: constant expression without a value
 *
 * test: check -DOPERATION=(int)1e20
 * exit: 4
 * stdout-contains: conversion of a number that the integer type cannot hold
 *
 * test: check -DOPERATION=10/2
 * exit: 0
 * stdout-contains: RESULT: true
 *
 * test: check -DOPERATION=10/3
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 *
 * test: run -DOPERATION=(-2147483647-1)/-1
 * exit: 10
 * stderr-contains: error: constant expression without a value
 */
