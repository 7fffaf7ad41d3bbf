import type { ServerResponse } from 'node:http';

export interface SendPace {
  readonly patienceMs: number;
  readonly bytesPerSecondMin: number;
}

/** A phone on a bad line reads faster. Browsers that paused a film continue with a `Range`. */
export const SEND_PACE: SendPace = { patienceMs: 30_000, bytesPerSecondMin: 2048 };

/** Resolves when nothing reads the bytes any more, or the connection has ended. Short texts do not wait. */
export async function sendPiece(response: ServerResponse, piece: string | Uint8Array, pace: SendPace): Promise<void> {
  const bytes = response.writableLength + Buffer.byteLength(piece);
  if (typeof piece === 'string' && bytes < response.writableHighWaterMark) {
    response.write(piece);
    return;
  }
  await new Promise<void>((resolve) => {
    const done = cutUnless(response, { bytes, pace }, resolve);
    response.write(piece, done);
  });
}

export function cutIfNotTaken(response: ServerResponse, bytes: number, pace: SendPace): void {
  if (response.writableFinished) return;
  const done = cutUnless(response, { bytes, pace }, () => undefined);
  response.once('finish', done);
}

/** Cuts the connection unless the returned function is called within the time that `pace` allows for `bytes`. */
function cutUnless(
  response: ServerResponse,
  { bytes, pace }: { readonly bytes: number; readonly pace: SendPace },
  then: () => void,
): () => void {
  const timer = setTimeout(() => response.destroy(), pace.patienceMs + (bytes / pace.bytesPerSecondMin) * 1000);
  const done = (): void => {
    clearTimeout(timer);
    response.off('close', done);
    then();
  };
  response.on('close', done);
  return done;
}
