import type { ObservedAnswer, ObservedRequest } from '../../http/index.ts';
import type { AuditActor, AuditNote } from './audit-note.ts';

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['forbidden', 'security.access_refused'],
  ['origin_not_allowed', 'security.access_refused'],
  ['invalid_key', 'security.access_refused'],
  ['invalid_signature', 'security.access_refused'],
  ['invalid_credentials', 'security.sign_in_failed'],
  ['email_not_verified', 'security.sign_in_failed'],
  ['user_disabled', 'security.sign_in_failed'],
  ['refresh_reused', 'security.refresh_reused'],
]);

export function securityEventOf(request: ObservedRequest, answer: ObservedAnswer): AuditNote | undefined {
  const action = actionOf(request, answer);
  if (action === undefined) return undefined;
  const { project, ip, requestId, path, raw } = request;
  const { failure } = answer;
  const address = `${raw.method ?? ''} ${path}`;
  return {
    ...(project !== undefined && project.store !== 'control' && { project }),
    actor: actorOf(request),
    action,
    target: failure?.subject ?? address,
    details: failure === undefined ? {} : { code: failure.code, ...(failure.subject && { address }) },
    ip,
    requestId,
  };
}

function actionOf(request: ObservedRequest, { status, failure }: ObservedAnswer): string | undefined {
  if (failure === undefined) {
    const isExport = status === 200 && request.raw.method === 'GET' && request.path.endsWith('/export');
    return isExport ? 'security.export' : undefined;
  }
  // A non-member gets the answer that the project does not exist; the project's members see the attempt.
  const isStranger = failure.code === 'project_not_found' && request.project !== undefined;
  if (isStranger) return 'security.access_refused';
  return isRefusedToken(request, failure.code) ? 'security.token_refused' : REFUSALS.get(failure.code);
}

/** Also a token that the rate limit refused. A request without the header is no attempt. */
function isRefusedToken({ raw, operator, caller }: ObservedRequest, code: string): boolean {
  const isUnknown = operator === undefined && caller === undefined && raw.headers.authorization !== undefined;
  return isUnknown && (code === 'not_authenticated' || code === 'rate_limited');
}

function actorOf({ caller, operator }: ObservedRequest): AuditActor {
  if (operator?.kind === 'account') return { kind: 'account', id: operator.accountId, email: operator.email };
  if (operator !== undefined) return { kind: 'admin' };
  if (caller?.kind === 'user') return { kind: 'user', id: caller.user.id, email: caller.user.email };
  return caller?.kind === 'secret' ? { kind: 'key', id: caller.id } : { kind: 'anonymous' };
}
