import type { Run } from './run.ts';

/** Taken before any function is loaded, and away from them. */
const { gc: collectGarbage } = globalThis;
Object.assign(globalThis, { gc: undefined });

/**
 * Which of the runs wait for what nothing can ever settle. What could, holds the run's promise: a timer, a request, a reply
 * that is to come, a variable that somebody can still reach. So the promise is let go of, and when the collector finds it
 * at a later look, nobody has it. A run that waits for an answer from outside is not worth a look.
 */
export function hungAmong(suspects: readonly Run[]): readonly Run[] {
  const weak: [Run, WeakRef<Promise<void>>][] = [];
  for (const run of suspects) {
    const { ending } = run;
    if (ending === undefined || run.fetchesUnderWay > 0) continue;
    if (ending instanceof WeakRef) weak.push([run, ending]);
    else run.ending = new WeakRef(ending);
  }
  if (weak.length > 0) collectGarbage?.();
  return weak.filter(([, ending]) => ending.deref() === undefined).map(([run]) => run);
}
