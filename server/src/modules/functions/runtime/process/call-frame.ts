import type { CallRequest, FunctionCall } from '../interface/function-call.ts';
import { packCall, type RequestHead } from '../wire/call-texts.ts';
import type { UnnumberedFrame } from '../wire/frames.ts';

export function callFrame(call: FunctionCall, token: string, deadline: string): UnnumberedFrame {
  const { request, payload = '' } = call;
  const texts = packCall({
    token,
    run: call.runId,
    project: call.projectId,
    function: call.functionName,
    deadline,
    user: JSON.stringify(call.user ?? null),
    secrets: secretsText(call.secrets),
    payload,
    request: request === undefined ? '' : JSON.stringify(headOf(request)),
    cause: causeText(call),
  });
  const body = request?.body;
  if (body === undefined || body.length === 0) return { kind: 'call', number: 0, texts };
  return request?.isPayload === true
    ? { kind: 'call', number: 1, texts }
    : { kind: 'call', number: 0, texts, bytes: body };
}

export function checkFrame(functionName: string): UnnumberedFrame {
  return { kind: 'check', number: 0, texts: [functionName] };
}

const secretsTexts = new WeakMap<FunctionCall['secrets'], string>();

/** All calls share the same secrets object until a secret changes, so its text is cached. */
function secretsText(secrets: FunctionCall['secrets']): string {
  const known = secretsTexts.get(secrets);
  if (known !== undefined) return known;
  const text = JSON.stringify(secrets);
  secretsTexts.set(secrets, text);
  return text;
}

function causeText({ job, delivery }: FunctionCall): string {
  return job === undefined && delivery === undefined ? '' : JSON.stringify({ job, delivery });
}

function headOf({ method, url, headers: pairs }: CallRequest): RequestHead {
  const headers: string[] = [];
  for (const [name, value] of pairs) headers.push(name, value);
  return { method, url, headers };
}
