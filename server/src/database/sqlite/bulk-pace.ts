/** Most of what a portion costs is the pages of indexes that it writes, which many rows share. */
const ROWS_ALONE = 2_500;
/** About two milliseconds of the thread. */
const ROWS_BESIDE_OTHERS = 100;
const LATELY_MS = 1_000;
/** 2,500 short rows take about five milliseconds. */
const APPENDED_MS = 10;
/** Most of what a portion costs beside other writes is its commit, so it is larger than that of an import. */
export const APPENDED_ROWS_MIN = 500;

/** How large the portions of bulk writes may be, because other writes of their thread wait for each. */
export class BulkPace<Thread extends object> {
  readonly #nowMs: () => number;
  readonly #writtenMs = new WeakMap<Thread, number>();

  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
  }

  noteWrite(thread: Thread): void {
    this.#writtenMs.set(thread, this.#nowMs());
  }

  rowsBeside(thread: Thread): number {
    const writtenMs = this.#writtenMs.get(thread) ?? Number.NEGATIVE_INFINITY;
    return this.#nowMs() - writtenMs < LATELY_MS ? ROWS_BESIDE_OTHERS : ROWS_ALONE;
  }
}

/** How many rows to append to a table without an index after `rows` took `tookMs`: long rows take many times longer. */
export function nextAppendedRows(rows: number, tookMs: number): number {
  return tookMs < APPENDED_MS ? Math.min(2 * rows, ROWS_ALONE) : Math.max(Math.floor(rows / 2), APPENDED_ROWS_MIN);
}
