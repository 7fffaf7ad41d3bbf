import { execFile } from 'node:child_process';
import { argumentsOf } from './features.ts';

/** One of those that are to end may end or stop who comes to end them, if it is quick. */
const TRIES_MAX = 5;
const TRY_MS_MAX = 5000;

/**
 * Ends every process of a user that belongs to one sandbox: one that was taken over may have left its group, and must not
 * meet who has the user next. Said by that very user, whom the system lets end nobody else.
 */
export async function endAllOf(uid: number): Promise<void> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) if (await hasSaidIt(uid)) return;
}

/** To all at once, so that none is made meanwhile. It succeeds where there is nobody left, too. */
function hasSaidIt(uid: number): Promise<boolean> {
  const [command = '', ...args] = [...argumentsOf('own-user', uid), '/bin/sh', '-c', 'kill -KILL -1'];
  const options = { timeout: TRY_MS_MAX, killSignal: 'SIGKILL', env: {}, cwd: '/' } as const;
  return new Promise((resolve) => {
    try {
      execFile(command, args, options, (error) => resolve(error === null));
    } catch {
      // It throws where the machine has no memory for one more process: that must end nothing else.
      resolve(false);
    }
  });
}
