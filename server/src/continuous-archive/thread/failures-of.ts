/** A store that fails does not hold up the others. */
export function failuresOf(stores: readonly string[], work: (store: string) => void): unknown[] {
  const failures: unknown[] = [];
  for (const store of stores) {
    try {
      work(store);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}
