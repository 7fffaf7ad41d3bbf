import { hash } from 'node:crypto';
import type { Caller, Project } from '../../callers/index.ts';
import type { Idempotency } from '../../database/index.ts';
import { validationFailed } from '../../platform/errors.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** A request that must take effect only once, however often it is sent. */
export interface Repeatable {
  readonly key: string;
  /** Everything that must be equal in a retry: parameters and body. */
  readonly content: unknown;
}

export function readIdempotencyKey(
  header: string | readonly string[] | undefined,
  content: unknown,
): Repeatable | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !VISIBLE_ASCII.test(header)) {
    throw validationFailed({ 'Idempotency-Key': 'must be 1 to 255 visible ASCII characters' });
  }
  return { key: header, content };
}

export interface KeyScope {
  readonly project: Project;
  readonly caller: Caller;
  readonly path: readonly string[];
}

/** A key is valid for one caller and one path. All anonymous callers of a project count as one caller. */
export function idempotencyOf({ project, caller, path }: KeyScope, repeatable: Repeatable, nowMs: number): Idempotency {
  return {
    key: sha256([project.store, callerName(caller), 'POST', ...path, repeatable.key]),
    fingerprint: sha256(repeatable.content),
    nowMs,
    expiresAtMs: nowMs + KEPT_MS,
  };
}

/** A stable name of a caller: the same for every request of one user, key or operator. */
export function callerName(caller: Caller): string {
  if (caller.kind === 'anonymous') return 'anonymous';
  return caller.kind === 'user' ? `user:${caller.user.id}` : `secret:${caller.id}`;
}

function sha256(content: unknown): string {
  return hash('sha256', JSON.stringify(content), 'hex');
}
