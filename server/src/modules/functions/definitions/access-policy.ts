import type { Caller } from '../../../callers/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type FunctionDefinition, functionNotFound } from './function-definition.ts';

const ROLE = 'role:';

/** Throws `function_not_found`, `not_invocable`, `not_authenticated` or `forbidden`, checked in this order. */
export function requireInvocable(
  definitions: ReadonlyMap<string, FunctionDefinition>,
  name: string,
  caller: Caller,
): FunctionDefinition {
  const definition = definitions.get(name);
  if (definition?.enabled !== true) throw functionNotFound();
  const { trigger, access } = definition;
  const isSecret = caller.kind === 'secret';
  if (trigger === 'http' && access === 'private' && !isSecret) throw functionNotFound();
  if (trigger !== 'http') {
    throw new ServiceError('not_invocable', `This function cannot be called: its trigger is ${trigger}.`);
  }
  if (mayInvoke(definition, caller)) return definition;
  if (caller.kind === 'anonymous') throw new ServiceError('not_authenticated', 'Sign in to call this function.');
  throw new ServiceError('forbidden', 'This function is for users with another role.');
}

export function mayInvoke({ trigger, access, enabled }: FunctionDefinition, caller: Caller): boolean {
  if (!enabled || trigger !== 'http') return false;
  if (caller.kind === 'secret' || access === 'public') return true;
  if (caller.kind === 'anonymous' || access === 'private') return false;
  if (access === 'authenticated') return true;
  return access.startsWith(ROLE) && caller.user.role === access.slice(ROLE.length);
}
