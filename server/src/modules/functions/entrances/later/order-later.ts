import { type Static, Type } from 'typebox';
import type { Caller } from '../../../../callers/index.ts';
import { type Answer, callerName, type MemberCall, type ProjectCall } from '../../../../http/index.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { requireInvocable } from '../../definitions/access-policy.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import { presentJob } from '../../jobs/present-job.ts';
import { orderOptions, readOrder } from '../../jobs/read-order.ts';
import { operatorName } from '../operator-name.ts';
import type { JobsContext } from './manage-jobs.ts';

export const laterBody = Type.Object({
  payload: Type.Optional(Type.Unknown({ description: 'Any JSON of at most 256 KB.' })),
  ...orderOptions,
});

/** Creates a job of an `http` function for a caller with a secret key; 200 when a job with this key already exists. */
export async function orderLater(
  context: ExecutionContext,
  call: ProjectCall<unknown, Static<typeof laterBody>>,
): Promise<Answer> {
  if (call.caller.kind !== 'secret')
    throw new ServiceError('forbidden', 'Only secret keys may queue runs. A function can do it for its callers.');
  return await answerOrder(context, call, call.caller);
}

export async function orderLaterAsMember(
  context: JobsContext,
  call: MemberCall<unknown, Static<typeof laterBody>>,
): Promise<Answer> {
  const answer = await answerOrder(context, call, { kind: 'secret', id: operatorName(call.operator) });
  const change = { project: call.project, action: 'function.later', target: call.params['name'] ?? '' };
  await context.database.write('control', [context.audit.step(call, change)]);
  return answer;
}

async function answerOrder(
  context: ExecutionContext,
  { project, params, body }: Pick<MemberCall<unknown, Static<typeof laterBody>>, 'project' | 'params' | 'body'>,
  caller: Extract<Caller, { kind: 'secret' }>,
): Promise<Answer> {
  const functionName = params['name'] ?? '';
  requireInvocable((await context.sets.get(project.store)).definitions, functionName, caller);
  const order = readOrder(body, context.clock.now());
  const by = { caller, causedBy: callerName(caller), depth: 0 };
  const { job, isNew } = await context.orderJob({ project, functionName, order }, by);
  return { status: isNew ? 202 : 200, body: { data: presentJob(job), count: 1 } };
}
