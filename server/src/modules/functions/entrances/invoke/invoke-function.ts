import type { Project } from '../../../../callers/index.ts';
import {
  type Answer,
  callerName,
  idempotencyOf,
  type ProjectCall,
  type Repeatable,
  readIdempotencyKey,
  readOptionalJson,
} from '../../../../http/index.ts';
import { limitKey } from '../../../../limits/index.ts';
import { requireInvocable } from '../../definitions/access-policy.ts';
import { timeoutOf } from '../../definitions/function-definition.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import type { Invocation } from '../../execution/invocation/invocation.ts';
import { type InvokeResult, invokeResult } from '../../execution/invocation/invoke-result.ts';
import { runFunction } from '../../execution/run-function.ts';
import { callRequest } from '../call-request.ts';
import type { IdempotentAnswers } from './answers.ts';

const PAYLOAD_BYTES_MAX = 1024 * 1024;
const NO_BODY = new Uint8Array(0);
/** Headers with keys of the service, which functions must not see. */
const HIDDEN = ['authorization', 'x-forwarded-key'];
/** Allowance beyond the function's timeout: the wait in the queue and writing the record. */
const GRACE_MS = 60_000;

export interface InvokeContext extends ExecutionContext {
  readonly answers: IdempotentAnswers;
  /** A user as the project's API shows it; undefined when the user does not exist. */
  readonly showUser: (project: Project, id: string) => Promise<object | undefined>;
}

export async function invokeFunction(context: InvokeContext, call: ProjectCall): Promise<Answer> {
  const { project, caller } = call;
  const { publicUrl } = context.addresses;
  const known = context.sets.get(project.store);
  const set = known instanceof Promise ? await known : known;
  const definition = requireInvocable(set.definitions, call.params['name'] ?? '', caller);
  const body = await readOptionalJson(call.raw, PAYLOAD_BYTES_MAX);
  const repeatable = readIdempotencyKey(call.headers['idempotency-key'], contentOf(call.search, body?.value));
  const invocation: Invocation = {
    project,
    set,
    definition,
    trigger: 'http',
    caller,
    causedBy: callerName(caller),
    user: caller.kind === 'user' ? ((await context.showUser(project, caller.user.id)) ?? caller.user) : null,
    payload: body?.text,
    request: callRequest(call, {
      publicUrl,
      body: body?.bytes ?? NO_BODY,
      isPayload: body !== undefined,
      hidden: HIDDEN,
    }),
    requestId: call.requestId,
    depth: 0,
    network: limitKey(call.ip),
  };
  if (repeatable === undefined) return answerOf(await invokeOnce(context, call, invocation));
  return await invokeWithKey(context, { call, invocation }, repeatable);
}

/** A call without a query has the content that it had before releases compared queries, so keys outlive an upgrade. */
function contentOf(search: string, payload: unknown): readonly unknown[] {
  return search === '' ? [payload] : [payload, search];
}

async function invokeOnce(context: InvokeContext, call: ProjectCall, invocation: Invocation): Promise<InvokeResult> {
  const ended = await runFunction(context, invocation);
  if (ended.isRecorded) call.noteRun(ended.run.id);
  return invokeResult(ended, invocation.requestId, invocation.set.redact);
}

/** A successful call is never repeated for the same key; a failed one may be. */
async function invokeWithKey(
  context: InvokeContext,
  { call, invocation }: { readonly call: ProjectCall; readonly invocation: Invocation },
  repeatable: Repeatable,
): Promise<Answer> {
  const { project, definition, caller } = invocation;
  const path = ['functions', definition.name, 'invoke'];
  const { key, fingerprint } = idempotencyOf({ project, caller, path }, repeatable, context.clock.now());
  const once = { key, fingerprint, takesMsMax: timeoutOf(definition) + GRACE_MS };
  const keyed = { ...invocation, repeatKey: key, keepAnswer: (body: string) => context.answers.keepStep(key, body) };
  const answered = await context.answers.once(project.store, once, async () => {
    const result = await invokeOnce(context, call, keyed);
    return { result, kept: result.isSuccess ? result.body : undefined };
  });
  if ('result' in answered) return answerOf(answered.result);
  return { status: 200, body: answered.replayed, headers: { 'Idempotency-Replayed': 'true' } };
}

function answerOf({ status, body, failure, retryAfterSeconds }: InvokeResult): Answer {
  if (retryAfterSeconds === undefined) return { status, body, failure };
  return { status, body, failure, headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) } };
}
