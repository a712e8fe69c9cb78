#ifndef LINKING_H
#define LINKING_H

struct point { int x, y; };

extern int shared, common[3];
extern const char *const part_name;
extern int (*const part_table[2])(int);

int twice(int n);
int part_local(void);
void part_change(int n);
int part_call(int (*function)(int), int n);
struct point part_point(int n);

#endif
