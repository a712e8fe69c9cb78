// An operation that is evaluated holds, and is not "never reached".
int main(void) {
  int k = 0;
  k += 5;
  int a = 10 / (k + 1);
  int b[3] = {0};
  if (k > 5)
    a = a - k;
  return b[k - 4] + (a << 1);
}
/* test: check -q --overflow --div0
 * stdout-contains: c:4:5   no overflow          holds
 * stdout-contains: c:5:14  no overflow          holds
 * stdout-contains: c:5:14  no division by zero  holds
 * stdout-contains: c:8:11  no overflow          never reached
 * stdout-contains: c:9:14  no overflow          holds
 * stdout-contains: c:9:24  no overflow          holds
 * stdout-contains: RESULT: true
 */
