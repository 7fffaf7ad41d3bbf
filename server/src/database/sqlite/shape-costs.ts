import { StoreEntries } from '../store-entries.ts';

const SHAPES_MAX = 5_000;
const CHEAP_MS = 1;
const RUNS_TO_TRUST = 4;
const RUNS_TO_TRUST_MAX = 1_024;
/** Total time above `CHEAP_MS` that the runs of a trusted statement may take before it is no longer trusted. */
const DEBT_MAX_MS = 8;

interface Shape {
  cheapRuns: number;
  /** Grows each time trust is lost, so that a statement that is cheap for some values only is rarely trusted. */
  runsToTrust: number;
  debtMs: number;
}

/** Remembers which statements that might walk a table have proven cheap; these run as quick reads. */
export class ShapeCosts {
  readonly #shapes = new StoreEntries<Shape>(SHAPES_MAX);

  isCheap(store: string, text: string): boolean {
    const shape = this.#shapes.get(store, text);
    return shape !== undefined && isTrusted(shape);
  }

  note(store: string, text: string, costMs: number): void {
    const shape = this.#shape(store, text);
    if (isTrusted(shape)) {
      shape.debtMs = Math.max(0, shape.debtMs + costMs - CHEAP_MS);
      if (shape.debtMs > DEBT_MAX_MS) distrust(shape);
    } else {
      shape.cheapRuns = costMs <= CHEAP_MS ? shape.cheapRuns + 1 : 0;
    }
  }

  forget(store: string): void {
    this.#shapes.forget(store);
  }

  #shape(store: string, text: string): Shape {
    const known = this.#shapes.get(store, text);
    if (known !== undefined) return known;
    const shape = { cheapRuns: 0, runsToTrust: RUNS_TO_TRUST, debtMs: 0 };
    this.#shapes.set(store, text, shape);
    return shape;
  }
}

function isTrusted({ cheapRuns, runsToTrust }: Shape): boolean {
  return cheapRuns >= runsToTrust;
}

function distrust(shape: Shape): void {
  shape.runsToTrust = Math.min(shape.runsToTrust * 4, RUNS_TO_TRUST_MAX);
  shape.cheapRuns = 0;
  shape.debtMs = 0;
}
