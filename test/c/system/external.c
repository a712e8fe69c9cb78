// What another unit defines has any value when `main` starts, whichever of the
// components comes first.
void a(void);
void b(void);

extern int outside;
int own;

int main(void) {
  if (outside)
    b();
  else
    a();
  return own;
}

void other(void) { a(); }

/* test: check -q --spec $dir/external.spec $file
 * stdout-lacks: refines A: true
 * exit: 5
 * stdout-contains: check own: S refines OWN: true
 * stdout-contains: check own_too: T refines OWN: true
 */
