import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { freeBuffer } from '../format/free-buffer.ts';
import { createSealer, DamagedObject, type Sealer } from '../format/sealer.ts';

export interface OpenerData {
  readonly key: Uint8Array | undefined;
}

export interface SealedObject {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type OpenedObject =
  | { readonly id: number; readonly content: Uint8Array }
  | { readonly id: number; readonly damage: string };

if (parentPort !== null) serve(parentPort, createSealer((workerData as OpenerData).key));

function serve(port: MessagePort, sealer: Sealer): void {
  port.on('message', ({ id, name, bytes }: SealedObject) => {
    const object = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      const content = sealer.open(name, object);
      if (content.buffer !== object.buffer) freeBuffer(object);
      port.postMessage({ id, content } satisfies OpenedObject, memoryOf(content));
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      port.postMessage({ id, damage: error.reason } satisfies OpenedObject);
    }
  });
}

/** The memory that a message passes on without a copy. */
export function memoryOf({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
