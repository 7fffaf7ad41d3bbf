import type { FunctionCall } from '../interface/function-call.ts';
import type { Unnumbered } from '../wire/frames.ts';
import type { CallHead } from '../wire/protocol.ts';

/** One call on its way to the shim. The request's body goes along where it is something else than the payload. */
export function callFrame(call: FunctionCall, token: string, deadline: string): Unnumbered {
  const { request, payload = '' } = call;
  const head: CallHead = {
    token,
    run: call.runId,
    project: call.projectId,
    function: call.functionName,
    deadline,
    user: call.user ?? null,
    secrets: call.secrets,
    request: request === undefined ? null : { method: request.method, url: request.url, headers: request.headers },
  };
  const texts = [JSON.stringify(head), payload];
  const body = request?.body;
  if (body === undefined || body.length === 0) return { kind: 'call', number: 0, texts };
  const isSame = Buffer.byteLength(payload) === body.length && Buffer.from(payload).equals(body);
  return isSame ? { kind: 'call', number: 1, texts } : { kind: 'call', number: 0, texts, bytes: body };
}

export function checkFrame(functionName: string): Unnumbered {
  return { kind: 'check', number: 0, texts: [functionName] };
}
