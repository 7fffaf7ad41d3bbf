import type { Static } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { Audit } from '../../audit/index.ts';
import { type FunctionDefinition, functionNotFound } from '../definitions/function-definition.ts';
import type { ExecutionContext } from '../execution/invocation/execution-context.ts';
import type { Invocation } from '../execution/invocation/invocation.ts';
import { tooManyAtOnce, UNHEALTHY } from '../execution/invocation/invoke-result.ts';
import { runFunction } from '../execution/run-function.ts';
import { requireRun } from '../records/list-runs.ts';
import { presentRunWhole } from '../records/present-run.ts';
import type { runBody } from '../records/run-schemas.ts';
import { rowOf } from '../records/save-runs.ts';
import { restoreRequest } from '../records/saved-request.ts';
import type { CallOutcome } from '../runtime/index.ts';
import { type Redact, redactJson } from '../secrets/redact.ts';
import { operatorName } from './operator-name.ts';

type Input = Pick<Invocation, 'payload' | 'request'> & { readonly savedRequest?: string };

export interface RunNowContext extends ExecutionContext {
  readonly audit: Audit;
}

export async function runNow(
  context: RunNowContext,
  call: MemberCall<unknown, Static<typeof runBody>>,
): Promise<Answer> {
  const { project, operator, params, requestId } = call;
  const set = await context.sets.get(project.store);
  const definition = set.definitions.get(params['name'] ?? '');
  if (definition === undefined) throw functionNotFound();
  const input = await readInput(context, call, definition);
  const causedBy = operatorName(operator);
  await context.database.write('control', [
    context.audit.step(call, { project, action: 'function.run', target: definition.name }),
  ]);
  const { run, outcome } = await runFunction(context, {
    project,
    set,
    definition,
    trigger: 'manual',
    caller: { kind: 'secret', id: causedBy },
    causedBy,
    user: null,
    ...input,
    requestId,
    depth: 0,
    isDurable: true,
  });
  if (outcome.kind === 'busy') throw tooManyAtOnce(outcome.retryAfterSeconds);
  if (outcome.kind === 'unhealthy') {
    const { retryAfterSeconds } = outcome;
    throw new ServiceError('function_unhealthy', UNHEALTHY[outcome.reason], { retryAfterSeconds });
  }
  const result = resultOf(outcome, set.redact);
  return { status: 200, body: { data: { ...presentRunWhole(rowOf(run)), result }, count: 1 } };
}

/** For a Response, returns its status, headers and body text. */
function resultOf(outcome: CallOutcome, redact: Redact): unknown {
  if (outcome.kind === 'value') {
    return outcome.json === undefined ? null : (JSON.parse(redactJson(redact, outcome.json)) as unknown);
  }
  if (outcome.kind !== 'response') return null;
  const { status, headers, body } = outcome;
  return { status, headers: Object.fromEntries(headers), body: redact(Buffer.from(body).toString()) };
}

async function readInput(
  context: RunNowContext,
  { project, body }: MemberCall<unknown, Static<typeof runBody>>,
  definition: FunctionDefinition,
): Promise<Input> {
  if (body.run_id !== undefined) {
    if (body.payload !== undefined) throw validationFailed({ run_id: 'cannot be combined with payload' });
    await context.recorder.flush(project.store);
    const earlier = await requireRun(context, project, { name: definition.name, id: body.run_id });
    return inputFrom(context, project.id, definition, earlier);
  }
  if (body.payload === undefined && definition.trigger === 'scheduled') {
    const event = { scheduled_for: isoTime(context.clock.now()), trigger: 'manual' };
    return { payload: JSON.stringify(event), request: undefined };
  }
  const payload = body.payload === undefined ? null : JSON.stringify(body.payload);
  return inputFrom(context, project.id, definition, { payload, request: null });
}

function inputFrom(
  { addresses }: RunNowContext,
  projectId: string,
  { name, trigger }: FunctionDefinition,
  { payload, request }: { payload: string | null; request: string | null },
): Input {
  if (request !== null) return { payload: undefined, request: restoreRequest(request), savedRequest: request };
  if (trigger === 'scheduled') return { payload: payload ?? undefined, request: undefined };
  const url = `${addresses.publicUrl}/api/baas/${projectId}/functions/${name}/${trigger === 'http' ? 'invoke' : 'webhook'}`;
  const body = Buffer.from(payload ?? '');
  const headers = [['content-type', 'application/json']] as const;
  return { payload: payload ?? undefined, request: { method: 'POST', url, headers, body } };
}
