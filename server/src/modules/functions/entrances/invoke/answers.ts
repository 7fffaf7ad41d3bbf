import { setTimeout as wait } from 'node:timers/promises';
import type { Database, LiveProcesses, PlainStep, StoreName } from '../../../../database/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { createAnswersStore } from './answers-store.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** How often to look for the answer while another process runs the same call. */
const LOOK_MS = 100;

export interface OnceKey {
  readonly key: string;
  /** Hash of everything that must be the same on the next attempt. */
  readonly fingerprint: string;
  /** Longest duration of the call; a process that holds the key for longer counts as dead. */
  readonly takesMsMax: number;
}

export interface IdempotentAnswers {
  /** Returns the stored text or runs `work`; an undefined `kept` is not stored. Throws `idempotency_conflict`. */
  once<Result>(
    store: StoreName,
    once: OnceKey,
    work: () => Promise<{ readonly result: Result; readonly kept: string | undefined }>,
  ): Promise<{ readonly result: Result } | { readonly replayed: string }>;
  /** Stores an answer in the transaction that it reports, while the work still runs. */
  keepStep(key: string, answer: string): PlainStep;
}

export interface AnswersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly processes: Pick<LiveProcesses, 'id' | 'gone'>;
}

export function createAnswers({ database, clock, processes }: AnswersOptions): IdempotentAnswers {
  const answersStore = createAnswersStore(database);
  const { id: owner } = processes;
  const running = new Map<string, Promise<unknown>>();

  const claim = async (
    store: StoreName,
    { key, fingerprint, takesMsMax }: OnceKey,
    gone: readonly string[],
  ): Promise<boolean> => {
    const nowMs = clock.now();
    const row = {
      request_key: key,
      fingerprint,
      owner,
      lease_until_ms: nowMs + takesMsMax,
      answer: null,
      expires_at_ms: nowMs + KEPT_MS,
    };
    const { results } = await database.write(store, [
      answersStore.claimStep(row, nowMs, gone),
      answersStore.forgetStep(nowMs),
    ]);
    return results[0]?.kind === 'plain' && results[0].touched > 0;
  };

  const runClaimed = async <Result>(
    store: StoreName,
    { key }: OnceKey,
    work: () => Promise<{ readonly result: Result; readonly kept: string | undefined }>,
  ): Promise<{ readonly result: Result }> => {
    let kept: string | undefined;
    try {
      const worked = await work();
      kept = worked.kept;
      return { result: worked.result };
    } finally {
      const step = kept === undefined ? answersStore.releaseStep(key, owner) : answersStore.keepStep(key, owner, kept);
      await database.write(store, [step]);
    }
  };

  return {
    keepStep: (key, answer) => answersStore.keepStep(key, owner, answer),
    async once(store, once, work) {
      const name = `${store} ${once.key}`;
      let gone: readonly string[] = [];
      for (;;) {
        await running.get(name)?.catch(() => undefined);
        if (running.has(name)) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        running.set(name, promise);
        try {
          if (await claim(store, once, gone)) return await runClaimed(store, once, work);
          const found = await answersStore.find(store, once.key);
          if (found !== undefined && found.fingerprint !== once.fingerprint) throw conflict();
          if (found?.answer != null) return { replayed: found.answer };
          gone = found === undefined ? [] : await processes.gone([found.owner]);
          if (gone.length === 0) await wait(LOOK_MS);
        } finally {
          running.delete(name);
          resolve();
        }
      }
    },
  };
}

function conflict(): ServiceError {
  return new ServiceError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
}
