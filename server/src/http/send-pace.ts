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

/** Resolves when the network has taken the `bytes` written last, or the connection has ended. */
export function taken(response: ServerResponse, bytes: number, pace: SendPace): Promise<void> {
  return new Promise((resolve) => cutUnless(response, { event: 'drain', bytes, pace }, resolve));
}

/** For the end of an answer, which nobody waits for. */
export function cutIfNotTaken(response: ServerResponse, bytes: number, pace: SendPace): void {
  if (!response.writableFinished) cutUnless(response, { event: 'finish', bytes, pace }, () => undefined);
}

/** Ends the connection unless the event comes in time for so many bytes. */
function cutUnless(
  response: ServerResponse,
  { event, bytes, pace }: { event: 'drain' | 'finish'; bytes: number; pace: SendPace },
  then: () => void,
): void {
  if (response.destroyed) {
    then();
    return;
  }
  const timer = setTimeout(() => response.destroy(), pace.patienceMs + (bytes / pace.bytesPerSecondMin) * 1000);
  const done = (): void => {
    clearTimeout(timer);
    response.off(event, done);
    response.off('close', done);
    then();
  };
  response.on(event, done);
  response.on('close', done);
}
