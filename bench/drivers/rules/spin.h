// How many spin locks are held: one, as far as a rule looks.
static int spin_held;
#define SPIN_TAKEN_TWICE() ((void)0)
#define SPIN_NOT_TAKEN() ((void)0)
