import { once } from 'node:events';
import { createServer } from 'node:net';
import { isRoot } from './features.ts';

/** Nobody else has these numbers: above those of people, below those that systems give out by themselves. */
const FIRST_UID = 52_000;
const UIDS_PER_SERVICE = 400;
const SERVICES_MAX = 20;

/** Users that belong to this service alone as long as it runs. */
export interface ClaimedUids {
  readonly first: number;
  readonly count: number;
  /** Said again, it changes nothing. */
  release(): Promise<void>;
}

/**
 * Two services on one machine never share users, or functions of one could end those of the other. A range is held by a
 * socket without a file, which the kernel takes back when the service ends in whatever way. Undefined: this process may
 * not change users, or all ranges are taken.
 */
export async function claimUids(): Promise<ClaimedUids | undefined> {
  if (process.platform !== 'linux' || !isRoot()) return undefined;
  for (let range = 0; range < SERVICES_MAX; range += 1) {
    const first = FIRST_UID + range * UIDS_PER_SERVICE;
    const server = createServer((socket) => void socket.destroy()).unref();
    const listening = once(server, 'listening');
    server.listen({ path: `\0service-uids-${first}` });
    const isOurs = await listening.then(
      () => true,
      () => false,
    );
    if (isOurs)
      return { first, count: UIDS_PER_SERVICE, release: () => new Promise((resolve) => server.close(() => resolve())) };
  }
  return undefined;
}
