/** A server counts as unreachable after this time without any data in either direction. */
export const SILENCE_MS = 30_000;

export class SilenceTimeout {
  readonly #abort = new AbortController();
  readonly #outer: AbortSignal;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(outer: AbortSignal, ms: number) {
    this.#outer = outer;
    this.#ms = ms;
    outer.addEventListener('abort', this.#stop, { once: true });
    if (outer.aborted) this.#stop();
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  readonly heard = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(new SilentError()), this.#ms);
  };

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#abort.abort(this.#outer.reason);
}

export class SilentError extends Error {}
