import { DatabaseFailure } from '../errors.ts';

interface Held {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

interface Gate {
  writing: number;
  isExclusive: boolean;
  readonly waitingExclusive: (() => void)[];
  held: Held[];
}

/** Lets the writes of a store pass together, and an exclusive one alone. Who waits is let in by turns, so nobody starves. */
export class StoreGates {
  readonly #gates = new Map<string, Gate>();
  readonly #heldMax: number;
  readonly #timeoutMs: number;

  constructor({ heldMax, timeoutMs }: { readonly heldMax: number; readonly timeoutMs: number }) {
    this.#heldMax = heldMax;
    this.#timeoutMs = timeoutMs;
  }

  /** Runs at once, without a promise between, unless an exclusive write has the store or waits for it. */
  async shared<Value>(store: string, write: () => Promise<Value>): Promise<Value> {
    const gate = this.#gate(store);
    if (gate.isExclusive || gate.waitingExclusive.length > 0) {
      await this.#hold(gate);
    } else {
      gate.writing += 1;
    }
    try {
      return await write();
    } finally {
      gate.writing -= 1;
      this.#next(store, gate);
    }
  }

  async exclusive<Value>(store: string, write: () => Promise<Value>): Promise<Value> {
    const gate = this.#gate(store);
    if (gate.isExclusive || gate.writing > 0 || gate.waitingExclusive.length > 0) {
      await new Promise<void>((resolve) => gate.waitingExclusive.push(resolve));
    } else {
      gate.isExclusive = true;
    }
    try {
      return await write();
    } finally {
      gate.isExclusive = false;
      this.#next(store, gate, true);
    }
  }

  #hold(gate: Gate): Promise<void> {
    return new Promise((resolve, reject) => {
      if (gate.held.length >= this.#heldMax) {
        reject(new DatabaseFailure({ kind: 'overloaded', message: 'too many writes wait for an exclusive one' }));
        return;
      }
      const timer = setTimeout(() => {
        gate.held = gate.held.filter((each) => each.timer !== timer);
        reject(new DatabaseFailure({ kind: 'timeout', message: 'waited too long for an exclusive write' }));
      }, this.#timeoutMs);
      gate.held.push({ enter: resolve, timer });
    });
  }

  #next(store: string, gate: Gate, wasExclusive = false): void {
    if (gate.writing > 0 || gate.isExclusive) return;
    if (gate.held.length > 0 && (wasExclusive || gate.waitingExclusive.length === 0)) {
      const held = gate.held.splice(0);
      gate.writing += held.length;
      for (const { enter, timer } of held) {
        clearTimeout(timer);
        enter();
      }
      return;
    }
    const enter = gate.waitingExclusive.shift();
    if (enter !== undefined) {
      gate.isExclusive = true;
      enter();
    } else {
      this.#gates.delete(store);
    }
  }

  #gate(store: string): Gate {
    const known = this.#gates.get(store);
    if (known !== undefined) return known;
    const gate = { writing: 0, isExclusive: false, waitingExclusive: [], held: [] };
    this.#gates.set(store, gate);
    return gate;
  }
}
