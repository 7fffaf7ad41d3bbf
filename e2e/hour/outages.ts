/** Everything is usable again at the latest this long after a part is back. */
const RECOVERY_MS = 15_000;

interface Outage {
  readonly part: string;
  readonly from: number;
  backAt: number;
  recoveryMs: number;
}

/** Records when each part of the installation was down. Requests that needed it in that time may fail. */
export class Outages {
  /** By kind of part, how long after its return the last request failed. */
  readonly failedForMs = new Map<string, number>();
  readonly #outages: Outage[] = [];

  async during<Result>(part: string, work: () => Promise<Result>, recoveryMs = RECOVERY_MS): Promise<Result> {
    const outage: Outage = { part, from: performance.now(), backAt: Number.POSITIVE_INFINITY, recoveryMs };
    this.#outages.push(outage);
    try {
      return await work();
    } finally {
      outage.backAt = performance.now();
    }
  }

  /** The first of these parts that was down at some time between the two moments. */
  findDown(parts: readonly string[], from: number, until: number): string | undefined {
    return this.#find(parts, from, until)?.part;
  }

  /** Whether a database or its pooler was down at some time between the two moments. */
  wasDatabaseDown(from: number, until: number): boolean {
    const parts = this.#outages.map(({ part }) => part).filter((part) => !/^(process|move)\b/.test(part));
    return this.#find(parts, from, until) !== undefined;
  }

  /** As `findDown`, for a request that failed. */
  excuse(parts: readonly string[], from: number, until: number): string | undefined {
    const outage = this.#find(parts, from, until);
    if (outage === undefined) return undefined;
    const kind = kindOf(outage.part);
    const afterMs = Math.max(0, until - outage.backAt);
    this.failedForMs.set(kind, Math.max(afterMs, this.failedForMs.get(kind) ?? 0));
    return kind;
  }

  #find(parts: readonly string[], from: number, until: number): Outage | undefined {
    return this.#outages.findLast(
      ({ part, from: since, backAt, recoveryMs }) =>
        parts.includes(part) && since <= until && backAt + recoveryMs >= from,
    );
  }
}

/** `process 7` and `process 8` are of one kind. */
function kindOf(part: string): string {
  return part.replace(/ \d+$/, '');
}
