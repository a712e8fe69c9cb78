// Affine relations modulo 2^w that hold of a set of points.
//
// Coefficients a and a constant c such that a[0]*x[0] + ... + a[n-1]*x[n-1] is
// c for every point x, all modulo 2^w: what remains true when C's arithmetic
// wraps around. Differences of points are brought into triangular form, with an
// element of least 2-adic valuation as the pivot: it divides all the others, so
// elimination is exact although Z/2^w is no field. Solutions are read off
// backwards, one for each column without a pivot, and one for each pivot 2^k
// with k > 0, which says something about the low bits only (M. Müller-Olm and
// H. Seidl, Analysis of modular arithmetic, TOPLAS 2007).
#ifndef VOUCH_REFINE_AFFINE_H
#define VOUCH_REFINE_AFFINE_H

#include <stdint.h>

#include "refine/sample.h"

struct affine {
  unsigned width;   // 1 to 64
  uint32_t columns; // n
  // Relation i: coefficients at relations.at[i*(n+1) ..], its constant last.
  struct u64_vec relations;
  uint32_t count;
};

// `points` has rows of n values. At least one row.
void affine_find(struct affine *affine, unsigned width, uint32_t columns,
                 const uint64_t *points, uint32_t rows);
void affine_release(struct affine *affine);

#endif
