const SHAPES_MAX = 5000;
const CHEAP_BELOW_MS = 4;
const DEAR_ABOVE_MS = 12;
const SLOW_FROM_MS = 100;
/** A short list that has to be planned first. */
const UNKNOWN_MS = 2;
const RUNS_TO_TRUST = 3;
const LAST_RUN = 0.25;
/** One scan may always run. Beside more of them, a run shows how much they delay it, not what it usually takes. */
const USUAL_SCANS_MAX = 1;

interface Cost {
  runs: number;
  meanMs: number;
  /** The mean of the runs beside few scans; undefined when there was none. */
  usualMs: number | undefined;
  isCheap: boolean;
}

/** A statement of cost `open` that proves cheap may run among the cheap reads until it stops being cheap. */
export class ReadCosts {
  readonly #costs = new Map<string, Cost>();

  isCheap(text: string): boolean {
    return this.#costs.get(text)?.isCheap ?? false;
  }

  /** Whether the statement has taken so long that a trial would only delay it. */
  isSlow(text: string): boolean {
    return (this.#costs.get(text)?.meanMs ?? 0) >= SLOW_FROM_MS;
  }

  /** Whether the statement has taken longer than short reads may. */
  isDear(text: string): boolean {
    return (this.#costs.get(text)?.meanMs ?? 0) > DEAR_ABOVE_MS;
  }

  /**
   * How much longer a read took than short reads of its shape do. Undefined when the shape has not proven cheap, or is
   * unknown and may be dear.
   */
  beyondUsualMs(text: string, tookMs: number): number | undefined {
    const cost = this.#costs.get(text);
    if (cost === undefined) return tookMs > DEAR_ABOVE_MS ? undefined : tookMs - UNKNOWN_MS;
    return cost.isCheap ? tookMs - (cost.usualMs ?? UNKNOWN_MS) : undefined;
  }

  /** `scans`: how many scans ran beside it. */
  record(text: string, tookMs: number, scans: number): void {
    const cost = this.#costs.get(text) ?? this.#add(text, tookMs);
    cost.runs += 1;
    cost.meanMs = withLastRun(cost.meanMs, tookMs);
    if (scans <= USUAL_SCANS_MAX) cost.usualMs = withLastRun(cost.usualMs ?? tookMs, tookMs);
    if (cost.meanMs > DEAR_ABOVE_MS) cost.isCheap = false;
    else if (cost.runs >= RUNS_TO_TRUST && cost.meanMs < CHEAP_BELOW_MS) cost.isCheap = true;
  }

  /** The read exceeded the time limit of trials. */
  recordSlow(text: string): void {
    this.#costs.delete(text);
    this.#add(text, SLOW_FROM_MS);
  }

  /** The read exceeded the time limit of cheap reads, so its record starts from nothing again. */
  forget(text: string): void {
    this.#costs.delete(text);
  }

  #add(text: string, meanMs: number): Cost {
    if (this.#costs.size >= SHAPES_MAX) this.#costs.clear();
    const cost = { runs: 0, meanMs, usualMs: undefined, isCheap: false };
    this.#costs.set(text, cost);
    return cost;
  }
}

function withLastRun(meanMs: number, tookMs: number): number {
  return meanMs + (tookMs - meanMs) * LAST_RUN;
}
