import type { Readable } from 'node:stream';
import { ServiceError } from '../../platform/errors.ts';
import { ProtocolError } from '../answers/failure.ts';

/** The minimum speed of a body: after a grace period, its average rate must not fall below a minimum. */
export interface BodyPace {
  readonly graceMs: number;
  readonly bytesPerSecondMin: number;
  readonly wholeMsMax: number;
}

/** Counts only the time spent waiting for the caller. An early stop leaves the connection open for the answer. */
export async function* pacedBody(body: Readable, pace: BodyPace): AsyncGenerator<Uint8Array> {
  const { graceMs, bytesPerSecondMin, wholeMsMax } = pace;
  const pieces: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false });
  const startedAt = performance.now();
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const askedAt = performance.now();
    const patienceMs = graceMs + (bytes / bytesPerSecondMin) * 1000 - waitedMs;
    const { value, done } = await inTime(pieces.next(), Math.min(patienceMs, wholeMsMax - (askedAt - startedAt)));
    if (done === true) return;
    waitedMs += performance.now() - askedAt;
    bytes += value.byteLength;
    yield value;
  }
}

function inTime<Value>(next: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new ProtocolError(408, 'validation_failed', 'The body arrives too slowly.'));
    const timer = setTimeout(late, Math.max(0, ms));
    next.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        const ended = new ServiceError('validation_failed', 'The body ended too early.', { cause: error });
        reject(error instanceof ServiceError ? error : ended);
      },
    );
  });
}
