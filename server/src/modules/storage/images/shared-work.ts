interface SharedTask<T> {
  readonly result: Promise<T>;
  readonly everybodyLeft: AbortController;
  waiting: number;
}

export class SharedWork<T> {
  readonly #works = new Map<string, SharedTask<T>>();

  /** Rejects with the signal's reason when it aborts. The work itself is aborted when no caller waits any more. */
  run(name: string, work: (everybodyLeft: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#works.get(name) ?? this.#start(name, work);
    shared.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        shared.waiting -= 1;
        if (shared.waiting === 0) {
          // Later callers start new work instead of joining work that is being aborted.
          this.#end(name, shared);
          shared.everybodyLeft.abort(signal.reason);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #start(name: string, work: (everybodyLeft: AbortSignal) => Promise<T>): SharedTask<T> {
    const everybodyLeft = new AbortController();
    const shared: SharedTask<T> = { result: work(everybodyLeft.signal), everybodyLeft, waiting: 0 };
    this.#works.set(name, shared);
    const end = (): void => this.#end(name, shared);
    shared.result.then(end, end);
    return shared;
  }

  #end(name: string, shared: SharedTask<T>): void {
    if (this.#works.get(name) === shared) this.#works.delete(name);
  }
}
