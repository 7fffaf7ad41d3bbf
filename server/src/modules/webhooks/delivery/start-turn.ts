/** An attempt waits until the previous request has left, but no longer than this, because a receiver may be slow to connect. */
const TURN_MS = 100;

/** Lets one attempt start at a time, so that requests arrive in order even on different connections. */
export class StartTurn {
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  isTaken(): boolean {
    return this.#timer !== undefined;
  }

  take(): () => void {
    const end = (): void => {
      if (this.#timer !== timer) return;
      clearTimeout(timer);
      this.#timer = undefined;
      this.#onEnd();
    };
    const timer = setTimeout(end, TURN_MS).unref();
    this.#timer = timer;
    return end;
  }
}
