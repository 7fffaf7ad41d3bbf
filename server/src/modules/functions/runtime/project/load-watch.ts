export interface LoadingProcess {
  processorMs(): Promise<number | undefined>;
  isResponsive(): Promise<boolean>;
  kill(): void;
}

const CHECK_MS = 250;
/** The first answer may overtake the answer of a module that has just loaded. */
const RESPONSES_MIN = 2;

/** Ends a process that used up its processor time or waits while its thread is free, but not because it is slow. */
export class LoadWatch {
  readonly #process: LoadingProcess;
  readonly #processorMsMax: number;
  readonly #startMs = performance.now();
  readonly #processorMsAtStart: Promise<number | undefined>;
  #timer: NodeJS.Timeout;
  #responses = 0;
  #isOver = false;
  #isEndless = false;

  constructor(process: LoadingProcess, processorMsMax: number) {
    this.#process = process;
    this.#processorMsMax = processorMsMax;
    this.#processorMsAtStart = process.processorMs();
    this.#timer = this.#checkLater();
  }

  get isEndless(): boolean {
    return this.#isEndless;
  }

  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #checkLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#check(), Math.min(CHECK_MS, this.#processorMsMax));
  }

  async #check(): Promise<void> {
    const isEndless = await this.#hasUsedItsTime();
    if (this.#isOver) return;
    this.#isEndless = isEndless;
    if (isEndless) this.#process.kill();
    else this.#timer = this.#checkLater();
  }

  async #hasUsedItsTime(): Promise<boolean> {
    const [before, now] = [await this.#processorMsAtStart, await this.#process.processorMs()];
    // Timers count whole milliseconds, so they may fire a fraction of one early.
    const hasWaited = Math.ceil(performance.now() - this.#startMs) >= this.#processorMsMax;
    // On systems without processor times only the clock can decide.
    if (before === undefined || now === undefined) return hasWaited;
    if (now - before >= this.#processorMsMax) return true;
    if (!hasWaited) return false;
    this.#responses = (await this.#process.isResponsive()) ? this.#responses + 1 : 0;
    return this.#responses >= RESPONSES_MIN;
  }
}
