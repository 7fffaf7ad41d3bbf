import { type Answer, type ProjectCall, readBytes } from '../../../../http/index.ts';
import { functionNotFound } from '../../definitions/function-definition.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import type { Invocation } from '../../execution/invocation/invocation.ts';
import { runFunction } from '../../execution/run-function.ts';
import { saveRequest } from '../../records/saved-request.ts';
import { callRequest } from '../call-request.ts';
import { webhookAnswer } from './webhook-answer.ts';

const BODY_BYTES_MAX = 1_048_576;

export interface WebhookAddress {
  readonly name: string;
  /** Public origin under which callers reach the service. */
  readonly origin: string;
}

/** Runs a `webhook` function for any sender: the function itself must authenticate the sender. */
export async function receiveWebhook(
  context: ExecutionContext,
  call: ProjectCall,
  address: WebhookAddress,
): Promise<Answer> {
  const { project } = call;
  const set = await context.sets.get(project.store);
  const definition = set.definitions.get(address.name);
  if (definition?.enabled !== true || definition.trigger !== 'webhook') throw functionNotFound();
  // A private webhook function receives only the row changes of its own project.
  if (definition.access === 'private') throw functionNotFound();
  const body = await readBytes(call.raw, BODY_BYTES_MAX);
  const request = callRequest(call, { publicUrl: address.origin, body });
  const invocation: Invocation = {
    project,
    set,
    definition,
    trigger: 'webhook',
    caller: { kind: 'anonymous' },
    causedBy: 'anonymous',
    user: null,
    payload: undefined,
    request,
    savedRequest: saveRequest(request),
    requestId: call.requestId,
    depth: 0,
  };
  const { run, outcome, isRecorded } = await runFunction(context, invocation);
  if (isRecorded) call.noteRun(run.id);
  return webhookAnswer(outcome, { requestId: call.requestId, redact: set.redact });
}
