/** A worker as the deadline of its order sees it. */
export interface Working {
  /** Milliseconds it has had on the processors, where the system tells it. */
  processorMs(): Promise<number | undefined>;
  kill(): void;
}

/** Of the processors' time in the second half of an order: with less, the machine had none left for it. */
const STARVED_SHARE = 0.5;

/** Ends a worker whose order takes too long, and tells whether it worked all the while or was never let. */
export class OrderDeadline {
  readonly #worker: Working;
  readonly #halfMs: number;
  #timer: NodeJS.Timeout;
  #isOver = false;
  #isStarved = false;

  constructor(worker: Working, orderMsMax: number) {
    this.#worker = worker;
    this.#halfMs = orderMsMax / 2;
    this.#timer = setTimeout(() => this.#beginSecondHalf(), this.#halfMs);
  }

  /** The worker was ended because the machine was too busy; nothing is known of its order. */
  get isStarved(): boolean {
    return this.#isStarved;
  }

  /** The order is done, or its worker gone. */
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
