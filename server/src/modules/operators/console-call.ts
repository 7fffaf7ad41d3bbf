import type { Caller, Operator, User } from '../../callers/index.ts';
import { CONSOLE } from '../../callers/index.ts';
import type { Call, OperatorCall, ProjectCall } from '../../http/index.ts';
import { limitKey, rateLimited } from '../../limits/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { OperatorsContext } from './operators-context.ts';

const ANONYMOUS: Caller = Object.freeze({ kind: 'anonymous' });
const NO_FURTHER_COUNT = (): void => undefined;

export function consoleCall<Body>(call: Call<unknown, Body>, user?: User): ProjectCall<unknown, Body> {
  return {
    requestId: call.requestId,
    params: call.params,
    search: call.search,
    query: call.query,
    body: call.body,
    headers: call.headers,
    ip: call.ip,
    isHttps: call.isHttps,
    raw: call.raw,
    stream: call.stream,
    get signal() {
      return call.signal;
    },
    project: CONSOLE,
    caller: user === undefined ? ANONYMOUS : { kind: 'user', user },
    spend: NO_FURTHER_COUNT,
    countSigned: NO_FURTHER_COUNT,
    showQuota: (quota) => call.showQuota(quota),
    noteRun: () => undefined,
  };
}

/** For actions that only a console session may do: a token must not be able to change who controls the account. */
export function ownCall<Body>(
  context: OperatorsContext,
  call: OperatorCall<unknown, Body>,
): ProjectCall<unknown, Body> {
  return consoleCall(call, requireSession(context, call.operator));
}

/** Throws `forbidden` for tokens. */
export function requireSession({ usersOf }: OperatorsContext, operator: Operator): User {
  const user = usersOf.get(operator);
  if (user === undefined) throw new ServiceError('forbidden', 'Sign in to the console for this: a token cannot do it.');
  return user;
}

/** Counts one try from a network to sign in, set up or accept an invitation. Throws `rate_limited`. */
export async function countTry({ accounts }: OperatorsContext, call: Call): Promise<void> {
  const quota = await accounts.limits.routes.take('login', { store: CONSOLE.store, caller: limitKey(call.ip) });
  call.showQuota(quota);
  if (!quota.isGranted) throw rateLimited(quota);
}
