import { isoTime } from '../../../../platform/clock.ts';
import { requireInvocable } from '../../definitions/access-policy.ts';
import { ORDER_OPTIONS, readOrder } from '../../jobs/read-order.ts';
import type { BridgeReply } from '../../runtime/index.ts';
import type { ExecutionContext } from '../invocation/execution-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
import { readFields, requireText } from './read-args.ts';

/** `ctx.functions.later`: the ordered run has the same user as this one. */
export async function orderFromFunction(
  context: ExecutionContext,
  { project, definition: by, caller, changeDepth = 0 }: Invocation,
  [name, payload, options]: readonly unknown[],
): Promise<BridgeReply> {
  const functionName = requireText('name', name);
  const { definitions } = await context.sets.get(project.store);
  const causedBy = `function:${by.name}`;
  // A function may schedule every other function of its project, regardless of its own caller.
  requireInvocable(definitions, functionName, { kind: 'secret', id: causedBy });
  const fields = { ...readFields(options, ORDER_OPTIONS), payload: payload ?? undefined };
  const order = readOrder(fields, context.clock.now());
  const { job } = await context.orderJob({ project, functionName, order }, { caller, causedBy, depth: changeDepth });
  return { json: JSON.stringify({ id: job.id, due_at: isoTime(job.dueAtMs), state: job.state }) };
}
