import { collectGarbage } from './collect-garbage.ts';
import type { Run } from './run.ts';

/** A collection takes long with much live data, so a busy process has two a second at most. */
const BETWEEN_COLLECTIONS_MS = 500;
/** Captured before any function could replace it. It stands still while code runs. */
const { now } = Date;
let collectedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Anything that can still settle a run holds the run's promise. The first check keeps only a weak reference to it;
 * once the garbage collector has freed the promise, nothing can settle the run. Runs that wait for a fetch are
 * skipped.
 */
export function hungAmong(suspects: readonly Run[]): readonly Run[] {
  const weak: [Run, WeakRef<Promise<void>>][] = [];
  for (const run of suspects) {
    const { ending } = run;
    if (ending === undefined || run.fetchesUnderWay > 0) continue;
    if (ending instanceof WeakRef) weak.push([run, ending]);
    else run.ending = new WeakRef(ending);
  }
  if (weak.length > 0 && now() - collectedAtMs >= BETWEEN_COLLECTIONS_MS) {
    collectedAtMs = now();
    collectGarbage();
  }
  return weak.filter(([, ending]) => ending.deref() === undefined).map(([run]) => run);
}
