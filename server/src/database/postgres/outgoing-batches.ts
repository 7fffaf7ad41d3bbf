import type { Socket } from 'node:net';

export interface OutgoingBatch {
  statements: number;
  /** When it was written to the socket, as of `performance.now()`; 0 before. */
  leftAt: number;
}

export class OutgoingBatches {
  readonly #socket: Socket;
  #open: OutgoingBatch | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get gathered(): number {
    return this.#open?.statements ?? 0;
  }

  join(): OutgoingBatch {
    if (this.#open !== undefined) {
      this.#open.statements += 1;
      return this.#open;
    }
    const batch = { statements: 1, leftAt: 0 };
    this.#open = batch;
    this.#socket.cork();
    setImmediate(() => {
      this.#open = undefined;
      batch.leftAt = performance.now();
      this.#socket.uncork();
    });
    return batch;
  }
}
