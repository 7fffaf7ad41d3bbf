import { runs } from './run.ts';

/** A run that fetches ten thousand addresses at once gets them a few at a time. */
export function fetchInTurns(): void {
  const unlimited = globalThis.fetch;
  const fetch: typeof unlimited = (...args) => {
    const run = runs.getStore();
    if (run === undefined) return unlimited(...args);
    run.fetchesUnderWay += 1;
    return run
      .fetches(() => unlimited(...args))
      .finally(() => {
        run.fetchesUnderWay -= 1;
      });
  };
  Object.assign(globalThis, { fetch });
}
