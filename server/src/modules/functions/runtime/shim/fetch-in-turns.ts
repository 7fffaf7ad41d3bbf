import { runs, unlessStopped } from './run.ts';

/** Limits concurrent fetches per run: a run that fetches ten thousand addresses at once gets them a few at a time. */
export function fetchInTurns(): void {
  const unlimited = globalThis.fetch;
  const fetch: typeof unlimited = async (...args) => {
    const run = runs.getStore();
    if (run === undefined) return await unlimited(...args);
    await unlessStopped(run, undefined);
    run.fetchesUnderWay += 1;
    return await run
      .fetches(() => unlimited(...args))
      .finally(() => {
        run.fetchesUnderWay -= 1;
      });
  };
  Object.assign(globalThis, { fetch });
}
