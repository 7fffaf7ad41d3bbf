import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export interface HashTask {
  readonly stream: number;
  readonly bytes: Uint8Array;
  /** `drop`: needs no answer. */
  readonly step: 'add' | 'end' | 'drop';
}

export interface HashReply {
  readonly stream: number;
  /** Hexadecimal; only for `end`. */
  readonly digest: string | undefined;
}

if (parentPort !== null) {
  const port = parentPort;
  const hashes = new Map<number, Hash>();
  port.on('message', ({ stream, bytes, step }: HashTask) => {
    const hash = hashes.get(stream) ?? createHash('sha256');
    hashes.delete(stream);
    if (step === 'drop') return;
    if (step === 'add') hashes.set(stream, hash);
    hash.update(bytes);
    port.postMessage({ stream, digest: step === 'end' ? hash.digest('hex') : undefined } satisfies HashReply);
  });
}
