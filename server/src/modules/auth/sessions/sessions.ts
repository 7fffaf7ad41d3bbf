import type { IncomingMessage } from 'node:http';
import type { Project, User } from '../../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import type { IdentityProvider, Origins, ProjectCall } from '../../../http/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import { type CookieNames, cookieNames, readCookie } from '../cookies.ts';
import { createIdentify } from './identify.ts';
import { createLastSeen, type LastSeen } from './last-seen.ts';
import { type ActiveSession, createSessionMemory } from './session-memory.ts';
import { createSessionTokens, parseSessionToken, type SessionTokenKind, type SessionTokens } from './session-tokens.ts';
import { createSessionsStore, type SessionRow, type SessionsStore } from './sessions-store.ts';

export type { ActiveSession };

export interface Sessions {
  readonly identities: Pick<IdentityProvider, 'identify'>;
  readonly store: SessionsStore;
  readonly tokens: SessionTokens;
  readonly lastSeen: LastSeen;
  /** The session of a request's user; only for user objects that `identities` returned. */
  sessionOf(user: User): ActiveSession | undefined;
  /** The token in a call's cookies. Undefined with a secret key, because cookies count only with the public key. */
  tokenIn(call: Pick<ProjectCall, 'project' | 'caller' | 'raw'>, kind: SessionTokenKind): string | undefined;
  /** The session of a genuine token, regardless of the token's counter and age. */
  findByToken(
    project: Project,
    kind: SessionTokenKind,
    text: string | undefined,
  ): Promise<{ readonly row: SessionRow; readonly counter: number } | undefined>;
  endAllSteps(userId: string, exceptSessionId?: string): readonly PlainStep[];
  /** Call after committing any change to a user's sessions. Other processes follow within a second. */
  forgetUser(store: StoreName, userId: string): void;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: Uint8Array;
  readonly isShared: boolean;
  readonly origins: Pick<Origins, 'refuseForeignPage'>;
  readonly isHttps: (request: IncomingMessage) => boolean;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
  readonly onError: (error: unknown) => void;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { database, clock, origins, isHttps, findProject, onError } = options;
  const store = createSessionsStore(database);
  const tokens = createSessionTokens(options.masterKey);
  const memory = createSessionMemory(options.isShared);
  const lastSeen = createLastSeen({ database, clock, findProject, store, onError });
  const sessions = new WeakMap<User, ActiveSession>();
  const nameSets = new WeakMap<Project, { http: CookieNames; https: CookieNames }>();

  const namesFor = (project: Project, request: IncomingMessage): CookieNames => {
    let names = nameSets.get(project);
    if (names === undefined) {
      names = { http: cookieNames(project.id, false), https: cookieNames(project.id, true) };
      nameSets.set(project, names);
    }
    return isHttps(request) ? names.https : names.http;
  };

  return {
    store,
    tokens,
    lastSeen,
    identities: createIdentify({ clock, origins, store, tokens, memory, lastSeen, sessions, namesFor }),
    sessionOf: (user) => sessions.get(user),
    tokenIn({ project, caller, raw }, kind) {
      if (caller.kind === 'secret') return undefined;
      return readCookie(raw.headers.cookie ?? '', namesFor(project, raw)[kind]);
    },
    async findByToken(project, kind, text) {
      const token = text === undefined ? undefined : parseSessionToken(text);
      if (token === undefined) return undefined;
      const row = await store.find(project.store, token.id);
      if (row === undefined) return undefined;
      const source = { store: project.store, id: row.id, seed: row.seed };
      return tokens.isGenuine(kind, token, source) ? { row, counter: token.counter } : undefined;
    },
    endAllSteps: (userId, exceptSessionId) => [store.deleteAllStep(userId, exceptSessionId)],
    forgetUser: memory.forgetUser,
  };
}

export function presentSession({ id, accessUntilMs }: Pick<ActiveSession, 'id' | 'accessUntilMs'>) {
  return { id, expires_at: isoTime(accessUntilMs) };
}
