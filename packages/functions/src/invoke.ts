import type { ErrorCode, FunctionName, Payload, Result } from '@service/client';
import { isServiceError, openSignInPrompt, readEpoch, repeat, reportError, send } from '@service/client/internal';

/** The outcome of a call. Even an unreachable service is a result: check `success`. */
export type InvokeResult<T = unknown> = InvokeSuccess<T> | InvokeFailure<T>;

interface InvokeFacts {
  readonly duration_ms?: number | undefined;
  readonly request_id?: string | undefined;
}

export interface InvokeSuccess<T> extends InvokeFacts {
  readonly success: true;
  readonly data: T;
  readonly error?: undefined;
  readonly code?: undefined;
}

export interface InvokeFailure<T> extends InvokeFacts {
  readonly success: false;
  /** The `data` that the function gave to `ctx.error`. */
  readonly data?: T | undefined;
  /** Why the call failed, as a sentence. */
  readonly error: string;
  readonly code: ErrorCode;
}

/** Stands for the result type that the function declares, if a call names no other. */
declare const DECLARED: unique symbol;
export type DeclaredFunction = typeof DECLARED;

/** The payload is optional if the function takes none. */
export type InvokeArguments<P> = undefined extends P
  ? [payload?: P, options?: InvokeOptions]
  : [payload: P, options?: InvokeOptions];

export interface InvokeOptions {
  readonly signal?: AbortSignal;
  /** A call that succeeded is not made again with the same key. With a key, lost connections are retried. */
  readonly idempotencyKey?: string;
}

/** The longest function run, plus some network time. */
const TIMEOUT_MS = 310_000;
/** Payments need a signed-in user. */
const ASKS_TO_SIGN_IN = 'process_payment';

/**
 * Calls a function of the project. Never rejects. `process_payment` opens the sign-in prompt for visitors, then
 * continues.
 * @example
 * ```ts
 * import { invoke } from '@service/functions';
 * const { success, data, error } = await invoke('greet', { name: 'Ada' });
 * ```
 */
export async function invoke<T = DeclaredFunction, N extends FunctionName = FunctionName>(
  name: N,
  ...[payload, options = {}]: InvokeArguments<Payload<N>>
): Promise<InvokeResult<T extends DeclaredFunction ? Result<N> : T>> {
  let epoch = readEpoch();
  let result = await call(name, payload, options);
  if (name === ASKS_TO_SIGN_IN && result.code === 'not_authenticated') {
    result = { ...result, error: 'Payment cancelled.' };
    try {
      if (await openSignInPrompt()) {
        epoch = readEpoch();
        result = await call(name, payload, options);
      }
    } catch (error) {
      result = failureOf(error);
    }
  }
  epochs.set(result, epoch);
  return result as InvokeResult<never>;
}

/** The epoch in which each result was requested, which identifies its user. */
export const epochs = new WeakMap<InvokeResult, number>();

async function call(name: string, payload: unknown, { signal, idempotencyKey }: InvokeOptions): Promise<InvokeResult> {
  const attempt = (): Promise<InvokeResult> =>
    send<InvokeResult>(`/functions/${encodeURIComponent(name)}/invoke`, {
      method: 'POST',
      timeoutMs: TIMEOUT_MS,
      body: JSON.stringify(payload),
      signal,
      headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
    });
  try {
    return await (idempotencyKey ? repeat(attempt) : attempt());
  } catch (error) {
    reportError(error);
    return failureOf(error);
  }
}

function failureOf(error: unknown): InvokeFailure<unknown> {
  if (!isServiceError(error)) return { success: false, error: String(error), code: 'validation_failed' };
  const { message, code, requestId, cause } = error;
  const { data, duration_ms } = (cause ?? {}) as Partial<InvokeFailure<unknown>>;
  return { success: false, error: message, code, data, duration_ms, request_id: requestId };
}
