export interface TimedWorker {
  processorMs(): Promise<number | undefined>;
  kill(): void;
}

/** A worker that got less than this share of processor time in the second half of its order was starved by the machine. */
const STARVED_SHARE = 0.5;

export class OrderDeadline {
  readonly #worker: TimedWorker;
  readonly #halfMs: number;
  #timer: NodeJS.Timeout;
  #isOver = false;
  #isStarved = false;

  constructor(worker: TimedWorker, orderMsMax: number) {
    this.#worker = worker;
    this.#halfMs = orderMsMax / 2;
    this.#timer = setTimeout(() => this.#beginSecondHalf(), this.#halfMs);
  }

  /** Whether the worker was ended because the machine was too busy. The order itself may be fine. */
  get isStarved(): boolean {
    return this.#isStarved;
  }

  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #beginSecondHalf(): void {
    const before = this.#worker.processorMs();
    this.#timer = setTimeout(() => void this.#end(before), this.#halfMs);
  }

  async #end(before: Promise<number | undefined>): Promise<void> {
    const spent = difference(await before, await this.#worker.processorMs());
    if (this.#isOver) return;
    this.#isStarved = spent !== undefined && spent < this.#halfMs * STARVED_SHARE;
    this.#worker.kill();
  }
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}
