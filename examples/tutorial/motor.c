// A driver of a motor, for doc/tutorial.md. Compile with -DFIXED for the version
// that gives the lock back on every way out.
struct spinlock {
  int held;
};
extern void spin_lock(struct spinlock *lock);
extern void spin_unlock(struct spinlock *lock);
extern int read_sensor(int *degrees);
extern void start_motor(int speed);

enum { TOO_HOT = 90, FASTEST = 10 };

struct motor {
  struct spinlock lock;
  int speed;
};

int motor_set_speed(struct motor *motor, int wanted) {
  int degrees;
  if (wanted < 0)
    return -22;
  spin_lock(&motor->lock);
  if (read_sensor(&degrees) < 0)
#ifdef FIXED
    goto failed;
#else
    return -5;
#endif
  motor->speed = wanted > FASTEST ? FASTEST : wanted;
  if (degrees < TOO_HOT)
    start_motor(motor->speed);
  spin_unlock(&motor->lock);
  return 0;
#ifdef FIXED
failed:
  spin_unlock(&motor->lock);
  return -5;
#endif
}
