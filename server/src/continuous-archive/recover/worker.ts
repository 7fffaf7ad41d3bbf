import { tmpdir } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { BackupTargetConfig } from '../../config/index.ts';
import { openPlace } from '../place/open-place.ts';
import { type RecoverOptions, recover } from './recover.ts';
import { WrongUse } from './wrong-use.ts';

export interface RecoverOrder extends Omit<RecoverOptions, 'place' | 'onProgress'> {
  readonly place: BackupTargetConfig;
}

export type RecoverOutcome =
  | { readonly kind: 'done'; readonly missing: readonly string[] }
  /** The moment, or the project at this moment, is not in the archive. */
  | { readonly kind: 'not_there'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

if (parentPort !== null) await run(parentPort, workerData as RecoverOrder);

async function run(port: MessagePort, { place: config, ...order }: RecoverOrder): Promise<void> {
  const place = openPlace(config, tmpdir());
  let outcome: RecoverOutcome;
  try {
    const { missing } = await recover({ ...order, place, onProgress: () => undefined });
    outcome = { kind: 'done', missing };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    outcome = { kind: error instanceof WrongUse ? 'not_there' : 'failed', message };
  } finally {
    await place.close();
  }
  port.postMessage(outcome);
}
