/** An attempt waits until the request of the one before has left, but not longer: a receiver may be slow to connect. */
const TURN_MS = 100;

/** Lets one attempt start at a time, so that requests arrive in the order of their starts, whichever connections they take. */
export class StartTurn {
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  isTaken(): boolean {
    return this.#timer !== undefined;
  }

  /** Gives what ends the turn; the timer ends it in any case. */
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
