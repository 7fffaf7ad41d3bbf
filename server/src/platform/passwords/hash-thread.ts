import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import type { Hasher } from './hash-pool.ts';
import type { HashReply, HashTask } from './worker.ts';

export class HashThread implements Hasher {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  #isGone = false;

  constructor() {
    this.#worker = new Worker(workerFile(), { name: 'passwords' });
    // An error is always followed by the exit event, which is handled.
    this.#worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isGone = true;
        resolve();
      });
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  async hash(task: HashTask): Promise<Uint8Array> {
    // The process must stay alive for a hash in progress, but not for an idle thread.
    this.#worker.ref();
    try {
      const bytes = await this.#ask(task);
      if (bytes === undefined) throw new Error('A password could not be hashed.');
      return bytes;
    } finally {
      this.#worker.unref();
    }
  }

  dismiss(): void {
    this.kill();
  }

  kill(): void {
    this.#isGone = true;
    void this.#worker.terminate();
  }

  #ask(task: HashTask): Promise<HashReply['bytes']> {
    return new Promise((resolve, reject) => {
      const lost = (): void => reject(new Error('A thread that hashed a password has ended.'));
      this.#worker.once('exit', lost);
      this.#worker.once('message', ({ bytes }: HashReply) => {
        this.#worker.off('exit', lost);
        resolve(bytes);
      });
      this.#worker.postMessage(task);
    });
  }
}

function workerFile(): URL {
  return builtFile('password-worker.mjs') ?? new URL('worker.ts', import.meta.url);
}
