// One function, whatever the number of units that have a copy.
void raw(int n);
static inline void take(int n) { raw(n); }
static int count(int n) { return n; }
