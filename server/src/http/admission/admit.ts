import { type Caller, MEMBER_ROLES, type Operator, type Project } from '../../callers/index.ts';
import {
  isRouteRate,
  limitKey,
  type Quota,
  type RateLimit,
  type RouteLimits,
  rateLimited,
} from '../../limits/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import type { RequestCall } from '../call.ts';
import type { Route } from '../route.ts';
import type { Access } from './access.ts';
import { ANY_ORIGIN, corsHeaders } from './cors.ts';
import type { Origins } from './origins.ts';

interface Limits {
  readonly read: RateLimit;
  readonly write: RateLimit;
  readonly signed: RateLimit;
  readonly cloud: RateLimit;
  readonly refusals: RateLimit;
  readonly routes?: RouteLimits;
}

export interface Admission {
  readonly access: Access;
  readonly origins: Origins;
  readonly limits: Limits | undefined;
}

/** Checks that the project exists, then the key, then the rate limit. The body is read only after that. */
export function admit(route: Route, call: RequestCall, admission: Admission): MaybePromise<void> {
  if (call.raw.headers.authorization !== undefined) refuseSecondKey(call.raw);
  switch (route.who) {
    case 'anyone':
      if (route.allowsAnyOrigin === true && call.raw.headers.origin !== undefined)
        call.extraHeaders.push(...ANY_ORIGIN);
      return undefined;
    case 'caller':
      return whenReady(findProject(call, admission), (project) =>
        whenReady(checkForwardingKey(call, project, admission), () => admitCaller(route, { call, project, admission })),
      );
    case 'operator':
      return whenReady(identifyOperator(call, admission), (operator) => {
        countOperator(call, operator, admission);
        call.operator = operator;
      });
    case 'member':
      return whenReady(identifyOperator(call, admission), (operator) => {
        countOperator(call, operator, admission);
        return admitMember(route, { call, operator, access: admission.access });
      });
  }
}

function identifyOperator(call: RequestCall, admission: Admission): MaybePromise<Operator> {
  return countingWrongTokens(call, admission, admission.access.identifyOperator(call.raw));
}

/** Public and secret keys are checked in memory, so they cannot be used to guess an account's token. */
const GUESSED_TOKEN = /^Bearer +(?!pk_|sk_)\S/i;

/** Counts an invalid token as a failed sign-in from its address; beyond the limit the answer is 429. */
function countingWrongTokens<Identity>(
  call: RequestCall,
  { limits }: Admission,
  identified: MaybePromise<Identity>,
): MaybePromise<Identity> {
  const { authorization } = call.raw.headers;
  if (limits?.routes === undefined || !(identified instanceof Promise)) return identified;
  if (authorization === undefined || !GUESSED_TOKEN.test(authorization)) return identified;
  return identified.catch(async (error: unknown) => {
    const isWrong = error instanceof ServiceError && ['not_authenticated', 'invalid_key'].includes(error.code);
    const quota =
      isWrong &&
      (await limits.routes?.take('login', {
        store: 'control',
        caller: `token ${limitKey(call.ip)}`,
      }));
    if (quota) grant(call, quota);
    throw error;
  });
}

const AUTHORIZATION = 'authorization';

/** Node keeps the first of two Authorization headers, but a proxy may read the other, so the caller would be ambiguous. */
function refuseSecondKey({ rawHeaders }: RequestCall['raw']): void {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count += 1;
  }
  if (count > 1) throw new ServiceError('invalid_key', 'Send one Authorization header.');
}

function findProject(call: RequestCall, { access, origins }: Admission): MaybePromise<Project> {
  return whenReady(access.findProject(call.params['project_id'] ?? ''), (project) => {
    if (project === undefined) throw projectNotFound();
    call.project = project;
    if (call.raw.headers.origin !== undefined) call.extraHeaders.push(...corsHeaders(origins, project, call.raw));
    return project;
  });
}

/**
 * An app's server that calls for its visitors proves itself with a secret key in `X-Forwarded-Key`. Only then does its
 * `X-Forwarded-For` count: otherwise any caller could invent addresses and so escape the limits for each visitor. The
 * key gives the request no other right.
 */
function checkForwardingKey(call: RequestCall, project: Project, { access }: Admission): MaybePromise<void> {
  const key = call.raw.headers['x-forwarded-key'];
  if (key === undefined) return undefined;
  return whenReady(access.isSecretKey(project, String(key)), (isSecret) => {
    if (!isSecret) throw new ServiceError('invalid_key', 'X-Forwarded-Key must be a secret key of this project.');
    call.trustForwarding();
  });
}

function admitCaller(
  route: Route,
  { call, project, admission }: { call: RequestCall; project: Project; admission: Admission },
): MaybePromise<void> {
  const identified = identify(route, { call, project, access: admission.access });
  return whenReady(countingWrongTokens(call, admission, identified), (caller) => {
    call.caller = caller;
    if (caller.kind === 'secret' && caller.isReader === true && !isReading(route)) {
      throw new ServiceError('forbidden', "This requires the role 'admin' in the project; other tokens may only read.");
    }
    if (admission.limits === undefined || caller.kind === 'secret') return undefined;
    return count(route, { call, project, limits: admission.limits });
  });
}

function isReading(route: Route): boolean {
  return route.method === 'GET' || route.isReading === true;
}

const ANONYMOUS: Caller = Object.freeze({ kind: 'anonymous' });

function identify(
  route: Route,
  { call, project, access }: { call: RequestCall; project: Project; access: Access },
): MaybePromise<Caller> {
  switch (route.keyless?.(call.raw)) {
    case 'anonymous':
      return ANONYMOUS;
    case 'session':
      return access.identifyVisitor(project, call.raw);
    default:
      return access.identifyCaller(project, call.raw, route.ignoresSession === true);
  }
}

function count(
  route: Route,
  { call, project, limits }: { call: RequestCall; project: Project; limits: Limits },
): MaybePromise<void> {
  const rate = route.rate ?? (route.method === 'GET' ? 'read' : 'write');
  const caller = limitKey(call.ip);
  if (isRouteRate(rate)) {
    return whenReady(limits.routes?.take(rate, { store: project.store, caller }), (quota) => {
      if (quota !== undefined) grant(call, quota);
    });
  }
  const key = `${project.store} ${caller}`;
  if (rate === 'signed') {
    call.countSigned = (isSigned) =>
      grant(call, isSigned ? limits.signed.take(project.store, 1) : limits.write.take(key, 1, project.limits?.write));
    return undefined;
  }
  const take = (amount: number): void => grant(call, limits[rate].take(key, amount, project.limits?.[rate]));
  take(1);
  call.spend = (writes) => {
    if (writes > 1) take(writes - 1);
  };
  return undefined;
}

function grant(call: RequestCall, quota: Quota): void {
  call.showQuota(quota);
  if (!quota.isGranted) throw rateLimited(quota);
}

/** Sessions and tokens of one account share a limit. */
function countOperator(call: RequestCall, operator: Operator, { limits }: Admission): void {
  if (limits !== undefined && operator.kind === 'account') grant(call, limits.cloud.take(operator.accountId, 1));
}

function admitMember(
  route: Extract<Route, { who: 'member' }>,
  { call, operator, access }: { call: RequestCall; operator: Operator; access: Access },
): MaybePromise<void> {
  call.operator = operator;
  return whenReady(access.findProject(call.params['project_id'] ?? ''), (project) => {
    if (project === undefined) throw projectNotFound();
    call.project = project;
    return whenReady(access.memberRole(operator, project.id), (role) => {
      // Non-members must not learn that the project exists.
      if (role === undefined) throw projectNotFound();
      if (MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf(route.role)) {
        throw new ServiceError('forbidden', `This requires the role '${route.role}' in the project.`);
      }
      call.role = role;
    });
  });
}

function projectNotFound(): ServiceError {
  return new ServiceError('project_not_found', 'There is no such project.');
}
