#define EMPTY
#define BRACE {
#define OPEN (
#define FN(x) ((x) + 1)
#define STR "hi"
#define FLT 1.5
#define STMT ({ int z = 3; z; })
#define SELF SELF
#define NEG -5
#define MAPF ((void *)-1)
#define ENUMISH FIRST
#define BIG 0xffffffffffffffffULL
#define BOOLY (_Bool)7
enum { FIRST = -3, SECOND };
int g(int n, void *p);
int f(int n, void *p) { return g(n, p); }
