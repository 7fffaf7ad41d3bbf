import { callerName, failureOf as httpFailureOf } from '../../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../../platform/errors.ts';
import { createQueue } from '../../../../platform/queue.ts';
import { requireInvocable } from '../../definitions/access-policy.ts';
import type { BridgeReply } from '../../runtime/index.ts';
import type { ExecutionContext } from '../invocation/execution-context.ts';
import type { FinishedRun, Invocation } from '../invocation/invocation.ts';
import { invokeRequest } from '../invocation/invoke-request.ts';
import { failedResult, invokeResult } from '../invocation/invoke-result.ts';

const DEPTH_MAX = 16;

/** Bound to the run's invocation, so that the function cannot choose whose rights apply. */
export interface RunReach {
  readonly invocation: Invocation;
  readonly endsAtMs: number;
  readonly run: (nested: Invocation) => Promise<FinishedRun>;
}

/** Calls another `http` function of the project as the same user. Always returns an InvokeResult, also for failures. */
export async function invokeNested(
  context: ExecutionContext,
  reach: RunReach,
  args: readonly unknown[],
): Promise<BridgeReply> {
  return { json: await resultOf(context, reach, args) };
}

/** Like `invokeNested`, but streams partial text. The call continues when the reader stops reading. */
export async function streamNested(
  context: ExecutionContext,
  reach: RunReach,
  args: readonly unknown[],
): Promise<BridgeReply> {
  const lines = createQueue<Uint8Array>();
  const onText = (text: string): void => lines.add(Buffer.from(`${JSON.stringify({ text })}\n`));
  resultOf(context, reach, args, onText)
    .then((json) => lines.add(Buffer.from(`{"result":${json}}\n`)), context.onError)
    .finally(() => lines.end());
  return { bytes: lines.items };
}

async function resultOf(
  context: ExecutionContext,
  reach: RunReach,
  [name, payload]: readonly unknown[],
  onText?: (text: string) => void,
): Promise<string> {
  const startedAt = performance.now();
  const { requestId } = reach.invocation;
  try {
    const nested = { ...(await nestedInvocation(context, reach, { name, payload })), onText };
    return invokeResult(await reach.run(nested), requestId, nested.set.redact).body;
  } catch (error) {
    const { status, code, message } = httpFailureOf(error);
    if (code === 'internal_error') context.onError(error);
    const durationMs = Math.round(performance.now() - startedAt);
    return failedResult({ status, code, error: message, requestId, durationMs }).body;
  }
}

async function nestedInvocation(
  context: ExecutionContext,
  { invocation, endsAtMs }: RunReach,
  { name, payload }: { name: unknown; payload: unknown },
): Promise<Invocation> {
  const { project, definition: by, depth, user, caller, requestId } = invocation;
  if (typeof name !== 'string') throw validationFailed({ name: 'must be the name of a function' });
  if (depth + 1 >= DEPTH_MAX) {
    throw new ServiceError('function_error', `Functions may call one another at most ${DEPTH_MAX} levels deep.`);
  }
  const set = await context.sets.get(project.store);
  // A function may call every other function of its project, regardless of its own caller.
  const definition = requireInvocable(set.definitions, name, { kind: 'secret', id: `function:${by.name}` });
  const isTemplate = definition.origin === 'template';
  const text = payload === undefined ? undefined : JSON.stringify(payload);
  return {
    project,
    set,
    definition,
    trigger: 'http',
    caller,
    // Records of template functions keep the user, because owners search them for the user who paid or wrote.
    causedBy: isTemplate && caller.kind === 'user' ? callerName(caller) : `function:${by.name}`,
    user,
    payload: text,
    request: invokeRequest(context.addresses.publicUrl, project.id, name, text),
    requestId,
    depth: depth + 1,
    changeDepth: invocation.changeDepth ?? 0,
    endsAtMs,
  };
}
