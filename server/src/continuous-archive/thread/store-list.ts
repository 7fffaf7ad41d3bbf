import { objectNames } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { Spool } from './spool.ts';
import type { StateStore } from './state-store.ts';

export interface StoreListOptions {
  readonly generation: string;
  readonly sealer: Sealer;
  readonly state: StateStore;
  readonly spool: Spool;
}

/** A recovery must know which stores existed: a store whose objects are lost looks like one that never existed. */
export class StoreList {
  readonly #options: StoreListOptions;
  #archived = '';

  constructor(options: StoreListOptions) {
    this.#options = options;
  }

  /** Archives the names of all stores, if they have changed. */
  update(): void {
    const { generation, sealer, state, spool } = this.#options;
    const text = JSON.stringify(state.storeNames());
    if (text === this.#archived) return;
    const name = objectNames.stores(generation);
    const bytes = sealer.seal(name, Buffer.from(text));
    spool.add({ name, sinceMs: Date.now(), bytes, stores: [] }, () => undefined);
    this.#archived = text;
  }

  /** Call when an object that may have been the list was lost before it was sent. */
  resend(): void {
    this.#archived = '';
    this.update();
  }
}
