import type { Run } from './run.ts';

/** Taken before any function is loaded, and away from them. */
const { gc: collectGarbage } = globalThis;
Object.assign(globalThis, { gc: undefined });

/**
 * Whether nothing can ever settle what a run waits for. What could, holds the run's promise: a timer, a request, a reply
 * that is to come, a variable that somebody can still reach. So the promise is let go of, and when the collector finds it,
 * nobody has it. A run that waits for something known is not worth a look.
 */
export function isHung(run: Run): boolean {
  const { ending } = run;
  if (ending === undefined || run.fetchesUnderWay > 0) return false;
  if (!(ending instanceof WeakRef)) {
    run.ending = new WeakRef(ending);
    return false;
  }
  collectGarbage?.();
  return ending.deref() === undefined;
}
