// Calendar arithmetic on fixed times.
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t moment = 1234567890;
  struct tm *tm = gmtime(&moment);
  printf("%d-%02d-%02d %02d:%02d:%02d %d %d\n", tm->tm_year + 1900,
         tm->tm_mon + 1, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
         tm->tm_wday, tm->tm_yday);
  char text[64];
  size_t length = strftime(text, sizeof text, "%Y/%m/%d %H:%M:%S %a %b", tm);
  printf("%zu %s\n", length, text);
  printf("%s", asctime(tm));
  struct tm later = *tm;
  later.tm_mday += 30;
  printf("%ld\n", (long)(timegm(&later) - moment));
  printf("%d %d\n", later.tm_mon, later.tm_mday);
  printf("%.0f\n", difftime(moment + 60, moment));
  printf("%d %d\n", time(NULL) > moment, clock() >= 0);
  return 0;
}

/* test: run -D_DEFAULT_SOURCE
 * native: same
 */
/* test: run --32 -D_DEFAULT_SOURCE
 * native: same
 */
