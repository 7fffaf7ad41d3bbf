import { runs } from './run.ts';

/** A run that fetches ten thousand addresses at once gets them a few at a time. */
export function fetchInTurns(): void {
  const unlimited = globalThis.fetch;
  const fetch: typeof unlimited = (...args) => {
    const run = runs.getStore();
    return run === undefined ? unlimited(...args) : run.fetches(() => unlimited(...args));
  };
  Object.assign(globalThis, { fetch });
}
