import type { IncomingMessage } from 'node:http';
import type { Caller, MemberRole, Operator, Project } from '../../callers/index.ts';
import type { IdentityProvider } from '../../http/index.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { createRecentHashes } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { LastUses } from '../../platform/last-uses.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import { secretRights } from './member-policy.ts';
import type { ProjectCache, SecretKey } from './project-cache.ts';

const BEARER = /^Bearer +(\S+) *$/i;
/** `fetch` and proxies join two Authorization headers to `Bearer <key>, Bearer <key>`. */
const SEVERAL_WORDS = /^Bearer +\S+ +\S/i;
const ANONYMOUS: Caller = Object.freeze({ kind: 'anonymous' });

export interface CallerIdentityOptions {
  readonly cache: ProjectCache;
  readonly clock: Clock;
  readonly keyUses: LastUses;
  readonly identities: IdentityProvider;
  readonly identifyToken: (token: string) => Promise<Operator | undefined>;
  readonly roleOf: (operator: Operator, project: Project) => MaybePromise<MemberRole | undefined>;
}

interface SecretIdentity {
  readonly key: string;
  readonly keys: ReadonlyMap<string, SecretKey>;
  readonly options: CallerIdentityOptions;
  readonly hashOf: (key: string) => string;
}

/** Identifies the caller of a project. With the public key of a project in memory this is one comparison and never waits. */
export function createCallerIdentity(options: CallerIdentityOptions) {
  const { cache, identities } = options;
  const hashOf = createRecentHashes();

  const identifyUser = (project: Project, request: IncomingMessage, ignoresSession: boolean): MaybePromise<Caller> =>
    ignoresSession
      ? ANONYMOUS
      : whenReady(identities.identify(project, request), (user) =>
          user === undefined ? ANONYMOUS : { kind: 'user', user },
        );

  const identifyCaller = (
    project: Project,
    request: IncomingMessage,
    ignoresSession: boolean,
  ): MaybePromise<Caller> => {
    const { authorization } = request.headers;
    if (authorization === cache.recordOf(project).publicAuthorization)
      return identifyUser(project, request, ignoresSession);
    const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (key === undefined) {
      if (SEVERAL_WORDS.test(authorization ?? '')) throw invalidKey();
      throw new ServiceError('missing_key', 'Send a key of this project: Authorization: Bearer <key>.');
    }
    if (key === project.publicKey) return identifyUser(project, request, ignoresSession);
    // The prefix marks another project's public key, so no lookup is needed.
    if (key.startsWith('pk_')) throw invalidKey();
    return whenReady(cache.keysOf(project), (keys) => identifySecret(project, { key, keys, options, hashOf }));
  };
  const isSecretKey = (project: Project, key: string): MaybePromise<boolean> =>
    whenReady(cache.keysOf(project), (keys) => {
      const found = keys.get(hashOf(key));
      if (found?.rights !== 'all' || hasExpired(found, options.clock)) return false;
      options.keyUses.touch(found.id);
      return true;
    });
  return {
    identifyCaller,
    isSecretKey,
    identifyVisitor: (project: Project, request: IncomingMessage) => identifyUser(project, request, false),
  };
}

function identifySecret(project: Project, { key, keys, options, hashOf }: SecretIdentity): MaybePromise<Caller> {
  const found = keys.get(hashOf(key));
  if (found === undefined) return identifyOperatorAsCaller(project, key, options);
  if (hasExpired(found, options.clock) || found.rights === 'none') throw invalidKey();
  options.keyUses.touch(found.id);
  return secretCaller(`key:${found.id}`, found.rights);
}

function hasExpired({ expiresAt }: SecretKey, clock: Clock): boolean {
  return expiresAt !== null && expiresAt <= isoTime(clock.now());
}

async function identifyOperatorAsCaller(
  project: Project,
  token: string,
  options: CallerIdentityOptions,
): Promise<Caller> {
  const operator = await options.identifyToken(token);
  const role = operator === undefined ? undefined : await options.roleOf(operator, project);
  const rights = secretRights(role);
  if (operator === undefined || rights === 'none') throw invalidKey();
  return secretCaller(operator.kind === 'admin' ? 'admin' : `account:${operator.accountId}`, rights);
}

function secretCaller(id: string, rights: 'all' | 'read'): Caller {
  return rights === 'all' ? { kind: 'secret', id } : { kind: 'secret', id, isReader: true };
}

function invalidKey(): ServiceError {
  return new ServiceError('invalid_key', 'This key is not valid for this project.');
}
