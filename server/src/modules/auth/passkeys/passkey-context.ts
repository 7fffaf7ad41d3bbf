import type { Project } from '../../../callers/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { createPasskeysStore, type PasskeysStore } from './passkeys-store.ts';

export interface PasskeyContext extends AuthContext {
  readonly passkeys: PasskeysStore;
}

export function withPasskeys(context: AuthContext): PasskeyContext {
  return { ...context, passkeys: createPasskeysStore(context.database) };
}

/** Throws `not_found` unless the project has enabled passkeys. */
export function requirePasskeysOn(context: AuthContext, project: Project): void {
  if (context.settings(project).passkeys.enabled) return;
  throw new ServiceError('not_found', 'This project does not use passkeys: its owner can switch them on.');
}
