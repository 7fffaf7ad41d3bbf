import type { IncomingMessage } from 'node:http';
import type { Project, User } from '../../../callers/index.ts';
import type { IdentityProvider, Origins } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import { type CookieNames, readCookie } from '../cookies.ts';
import { callerOf } from '../users-store.ts';
import type { LastSeen } from './last-seen.ts';
import type { ActiveSession, RememberedSession, SessionMemory } from './session-memory.ts';
import { parseSessionToken, type SessionTokens } from './session-tokens.ts';
import type { SessionRow, SessionsStore } from './sessions-store.ts';

const NOTED_EVERY_MS = 1000;

export interface IdentifyOptions {
  readonly clock: Clock;
  readonly store: SessionsStore;
  readonly tokens: SessionTokens;
  readonly memory: SessionMemory;
  readonly lastSeen: LastSeen;
  readonly origins: Pick<Origins, 'refuseForeignPage'>;
  readonly sessions: WeakMap<User, ActiveSession>;
  readonly namesFor: (project: Project, request: IncomingMessage) => CookieNames;
}

export function createIdentify(options: IdentifyOptions): Pick<IdentityProvider, 'identify'> {
  const { clock, memory, lastSeen, origins, namesFor } = options;

  return {
    identify(project, request) {
      const header = request.headers.cookie;
      if (header === undefined) return undefined;
      const names = namesFor(project, request);
      const token = readCookie(header, names.session);

      const accept = (found: RememberedSession | undefined): User | undefined => {
        const now = clock.now();
        if (found === undefined || found.store !== project.store || found.session.accessUntilMs <= now) {
          // The session can still be refreshed, so the caller gets an error instead of being served as anonymous.
          if (readCookie(header, names.refresh) !== undefined) throw sessionExpired();
          return undefined;
        }
        // Browsers send the cookie with requests from any page.
        origins.refuseForeignPage(request, project);
        if (Math.abs(now - found.notedAtMs) >= NOTED_EVERY_MS) {
          found.notedAtMs = now;
          lastSeen.touch(project, found.session.id);
        }
        return found.user;
      };

      if (token === undefined) return accept(undefined);
      return whenReady(
        memory.find(token) ?? memory.load(token, () => loadSession(options, project, token)),
        accept,
      ) as MaybePromise<User | undefined>;
    },
  };
}

async function loadSession(
  { store, tokens, sessions }: IdentifyOptions,
  project: Project,
  text: string,
): Promise<RememberedSession | undefined> {
  const token = parseSessionToken(text);
  const row = token === undefined ? undefined : await store.findWithUser(project.store, token.id);
  if (token === undefined || row === undefined) return undefined;
  const accessUntilMs = countsUntilMs(row, token.counter);
  if (accessUntilMs === undefined) return undefined;
  if (!tokens.isGenuine('session', token, { store: project.store, id: row.id, seed: row.seed })) return undefined;
  const user = Object.freeze(callerOf({ ...row, id: row.user_id }));
  const session = { id: row.id, userId: row.user_id, accessUntilMs };
  sessions.set(user, session);
  return { store: project.store, user, session, notedAtMs: 0 };
}

function countsUntilMs(
  row: Pick<SessionRow, 'counter' | 'access_until_ms' | 'previous_until_ms'>,
  counter: number,
): number | undefined {
  if (counter === row.counter) return row.access_until_ms;
  return counter === row.counter - 1 ? row.previous_until_ms : undefined;
}

export function sessionExpired(): ServiceError {
  return new ServiceError('session_expired', 'The session has ended. Refresh it or sign in again.');
}
