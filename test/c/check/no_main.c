// Who asks for a function that is not there is told which ones are.
int handle_request(int x) { return x; }
int handle_reply(int x) { return 10 / x; }
static int helper(void) { return 1; }
int use(void) { return helper(); }

/* test: check $file
 * exit: 2
 * stderr-contains: no function `main` with a body
 * stderr-contains: functions with a body: handle_request, handle_reply, use, helper (--function NAME)
 */
/* test: check --function handle_requets $file
 * exit: 2
 * stderr-contains: did you mean `handle_request`?
 */
/* test: check --div0 --function handle_reply $file
 * exit: 10
 * stdout-contains: x = 0
 * stdout-contains: fails (division by zero)
 */
