import type { Logger } from '../platform/logger.ts';

/** A place that fails every other call must not fill the log. */
const QUIET_MS = 60_000;

/** Returns a function that takes the failure of the place's last call, if it failed, and logs when that changes. */
export function watchPlace(logger: Logger, now: () => number = Date.now): (failure: string | undefined) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  let isLogged = false;
  return (failure) => {
    if (failure === undefined && isLogged) {
      isLogged = false;
      logger.info({}, 'The place of the archive can be used again.');
    }
    if (failure === undefined || isLogged || now() - loggedMs < QUIET_MS) return;
    isLogged = true;
    loggedMs = now();
    const text = 'The place of the archive cannot be used. The service continues, and tries the place again.';
    logger.warn({ err: { message: failure } }, text);
  };
}
