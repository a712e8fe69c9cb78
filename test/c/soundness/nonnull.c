// Attributes of declarations are believed of the function that starts alone.
__attribute__((nonnull)) int first(const int *numbers);
int first(const int *numbers) {
  return *numbers;
}
int second(const int *numbers) {
  return *numbers;
}

/* test: check --deref --function first
 * stdout-contains: RESULT: true
 */
/* test: check --deref --function second
 * exit: 10
 */
