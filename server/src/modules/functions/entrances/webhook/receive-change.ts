import type { Project } from '../../../../callers/index.ts';
import type { StoreName } from '../../../../database/index.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import type { Invocation } from '../../execution/invocation/invocation.ts';
import { failureOf } from '../../execution/invocation/invoke-result.ts';
import { runFunction } from '../../execution/run-function.ts';
import { saveRequest } from '../../records/saved-request.ts';
import type { CallOutcome, CallRequest } from '../../runtime/index.ts';
import { type Redact, redactJson } from '../../secrets/redact.ts';

export interface ReceivedChange {
  readonly store: StoreName;
  readonly functionName: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Length of the chain of changes that led to this one, including this one. */
  readonly depth: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The function's answer; `missing` when the project has no enabled `webhook` function with this name. */
export type ChangeAnswer =
  | 'missing'
  | 'timeout'
  | { readonly status: number; readonly rawHeaders: readonly string[]; readonly body: Uint8Array<ArrayBuffer> };

export interface ChangeContext extends ExecutionContext {
  readonly findOwner: (store: StoreName) => Promise<Project | undefined>;
}

/** Runs a `webhook` function for a row change, as if the delivery had come over the network. */
export async function receiveChange(context: ChangeContext, change: ReceivedChange): Promise<ChangeAnswer> {
  const { store, functionName, webhookId, deliveryId, depth } = change;
  const project = await context.findOwner(store);
  if (project === undefined) return 'missing';
  const set = await context.sets.get(store);
  const definition = set.definitions.get(functionName);
  if (definition?.enabled !== true || definition.trigger !== 'webhook') return 'missing';
  const request = requestOf(context.addresses.publicUrl, project.id, change);
  const invocation: Invocation = {
    project,
    set,
    definition,
    trigger: 'change',
    caller: { kind: 'anonymous' },
    causedBy: `webhook:${webhookId}`,
    user: null,
    payload: undefined,
    request,
    savedRequest: saveRequest(request),
    requestId: deliveryId,
    depth: 0,
    changeDepth: depth,
    deliveryId,
    delivery: { webhook_id: webhookId, delivery_id: deliveryId, depth },
  };
  const { outcome } = await runFunction(context, invocation);
  return answerOf(outcome, set.redact);
}

function requestOf(publicUrl: string, projectId: string, { functionName, headers, body }: ReceivedChange): CallRequest {
  return {
    method: 'POST',
    url: `${publicUrl}/api/baas/${projectId}/functions/${functionName}/webhook`,
    headers: Object.entries(headers),
    body: Buffer.from(body),
  };
}

function answerOf(outcome: CallOutcome, redact: Redact): ChangeAnswer {
  if (outcome.kind === 'timeout') return 'timeout';
  if (outcome.kind === 'value') return jsonAnswer(200, redactJson(redact, outcome.json ?? '{"success":true}'));
  if (outcome.kind === 'response') {
    const { status, headers, body } = outcome;
    return { status, rawHeaders: headers.flat(), body: new Uint8Array(body) };
  }
  if (outcome.kind === 'busy') return retryAnswer(429, outcome.retryAfterSeconds);
  if (outcome.kind === 'unhealthy') return retryAnswer(503, outcome.retryAfterSeconds);
  const { status, error, code } = failureOf(outcome);
  return jsonAnswer(status, JSON.stringify({ error: redact(error), code }));
}

function jsonAnswer(status: number, json: string): ChangeAnswer {
  return { status, rawHeaders: ['content-type', 'application/json'], body: new Uint8Array(Buffer.from(json)) };
}

function retryAnswer(status: number, retryAfterSeconds: number): ChangeAnswer {
  return { status, rawHeaders: ['retry-after', String(retryAfterSeconds)], body: new Uint8Array(0) };
}
