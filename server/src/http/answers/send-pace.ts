import type { ServerResponse } from 'node:http';

/** How slowly an answer may be taken before its connection is cut. */
export interface SendPace {
  /** A reader may pause for so long at any time. */
  readonly patienceMs: number;
  readonly bytesPerSecondMin: number;
}

/**
 * A phone on a bad line takes more. Who takes less holds a connection, memory and maybe a file for nothing; browsers
 * that stopped reading a film come back with a `Range`.
 */
export const SEND_PACE: SendPace = { patienceMs: 30_000, bytesPerSecondMin: 2048 };

/**
 * Resolves when the network has taken the piece, so that nothing reads its bytes any more, or the connection has ended.
 * Short texts need not be waited for.
 */
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

/** For the end of an answer, which nobody waits for. */
export function cutIfNotTaken(response: ServerResponse, bytes: number, pace: SendPace): void {
  if (response.writableFinished) return;
  const done = cutUnless(response, { bytes, pace }, () => undefined);
  response.once('finish', done);
}

/** Ends the connection unless what is returned is called in time for so many bytes. */
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
