import type { Project } from '../../../callers/index.ts';
import { openSealed, seal } from '../../../platform/crypto.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../users-store.ts';
import { createFactorsStore, type FactorsStore } from './factors-store.ts';

export interface FactorContext extends AuthContext {
  readonly factors: FactorsStore;
}

export function withFactors(context: AuthContext): FactorContext {
  return { ...context, factors: createFactorsStore(context.database) };
}

/** Seals the shared secret so that it opens only for this user of this project. */
export function sealSecret({ masterKey }: FactorContext, project: Project, userId: string, secret: string): string {
  return seal(masterKey, totpContext(project, userId), secret);
}

export function openSecret(
  { masterKey }: FactorContext,
  project: Project,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
): string | undefined {
  if (user.totp_secret === null) return undefined;
  return openSealed(masterKey, totpContext(project, user.id), user.totp_secret);
}

export function wrongCode(userId: string): ServiceError {
  return new ServiceError('invalid_credentials', 'The code is wrong or was used before.', { subject: userId });
}

export function factorIsOn(): ServiceError {
  return new ServiceError('duplicate', 'An authenticator app is already set up. Remove it first.');
}

export function totpContext({ store }: Pick<Project, 'store'>, userId: string): string {
  return `${store} user ${userId} totp`;
}
