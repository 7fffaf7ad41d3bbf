import { type Answer, statusOf } from '../../../../http/index.ts';
import type { ErrorCode } from '../../../../platform/errors.ts';
import { chosenFailure, failureOf, tooManyAtOnce } from '../../execution/invocation/invoke-result.ts';
import type { CallOutcome } from '../../runtime/index.ts';
import { type Redact, redactJson } from '../../secrets/redact.ts';

/** The function's error message is for the owner and appears only in the log of the run. */
const THREW = 'The function failed. The log of its run says why.';

const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Headers that a function cannot set. Framing belongs to the server. The others would affect the origin that all
 * projects and the console share: cookies, cached policies, service workers, and which pages may read answers.
 */
const NOT_PASSED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|date|server|x-request-id|x-content-type-options|set-cookie2?|set-login|accept-ch|clear-site-data|strict-transport-security|alt-svc|service-worker-allowed|nel|report-to|reporting-endpoints|origin-agent-cluster|content-security-policy(?:-report-only)?|access-control-.*|x-accel-.*|x-sendfile.*|x-lighttpd-.*|x-reproxy-.*|refresh|www-authenticate|speculation-rules|x-litespeed-.*|use-as-dictionary|(?:sec|secure)-session-.*)$/;

export function webhookAnswer(
  outcome: CallOutcome,
  { requestId, redact }: { requestId: string; redact: Redact },
): Answer {
  switch (outcome.kind) {
    case 'value':
      return { status: 200, body: outcome.json ?? '{"success":true}' };
    case 'response':
      if (outcome.status < 200 || outcome.status > 599) return failedAnswer('function_error', THREW, requestId);
      return responseAnswer(outcome);
    case 'busy':
      throw tooManyAtOnce(outcome.retryAfterSeconds);
    case 'thrown': {
      const chosen = chosenFailure(outcome);
      const { status, code, error } = chosen ?? { ...failureOf(outcome), error: THREW };
      const data = chosen?.data === undefined ? {} : { data: JSON.parse(redactJson(redact, chosen.data)) as unknown };
      const failure = { code, message: redact(error) };
      return { status, body: { error: failure.message, code, ...data, request_id: requestId }, failure };
    }
    default: {
      const { status, code, error } = failureOf(outcome);
      const headers =
        outcome.kind === 'unhealthy' ? { headers: { 'Retry-After': String(outcome.retryAfterSeconds) } } : {};
      return { status, body: { error, code, request_id: requestId }, failure: { code, message: error }, ...headers };
    }
  }
}

function failedAnswer(code: ErrorCode, error: string, requestId: string): Answer {
  const failure = { code, message: error };
  return { status: statusOf(code), body: { error, code, request_id: requestId }, failure };
}

function responseAnswer({ status, headers, body }: Extract<CallOutcome, { kind: 'response' }>): Answer {
  const passed: Record<string, string | string[]> = {
    // Browsers must never treat this body, whatever its type, as a page of the service.
    'Content-Security-Policy': 'sandbox',
  };
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (NOT_PASSED.test(lower)) continue;
    const before = passed[lower];
    passed[lower] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
  }
  if (EMPTY.has(status)) return { status, body: '', headers: { 'content-type': 'text/plain', ...passed } };
  passed['content-type'] ??= 'application/octet-stream';
  return { status, body: wholeBody(body), headers: { ...passed, 'Content-Length': String(body.byteLength) } };
}

async function* wholeBody(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
