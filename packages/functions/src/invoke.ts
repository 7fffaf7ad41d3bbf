import type { ErrorCode, FunctionName, Payload, Result } from '@service/client';
import { isServiceError, openSignInPrompt, readEpoch, repeat, reportError, send } from '@service/client/internal';

/** How a call went. It is given also when nothing could be reached: look at `success`. */
export type InvokeResult<T = unknown> = InvokeSuccess<T> | InvokeFailure<T>;

interface InvokeFacts {
  readonly duration_ms?: number | undefined;
  readonly request_id?: string | undefined;
}

export interface InvokeSuccess<T> extends InvokeFacts {
  readonly success: true;
  /** The value that the function returned. */
  readonly data: T;
  readonly error?: undefined;
  readonly code?: undefined;
}

export interface InvokeFailure<T> extends InvokeFacts {
  readonly success: false;
  /** The `data` that the function gave to `ctx.error`. */
  readonly data?: T | undefined;
  /** Why it failed, as a sentence. */
  readonly error: string;
  readonly code: ErrorCode;
}

/** The result's type as the function declares it, where a call names no other. */
declare const DECLARED: unique symbol;
export type Declared = typeof DECLARED;

/** A payload may be left out where the function takes none. */
export type InvokeArguments<P> = undefined extends P
  ? [payload?: P, options?: InvokeOptions]
  : [payload: P, options?: InvokeOptions];

export interface InvokeOptions {
  readonly signal?: AbortSignal;
  /** The same key makes a call that succeeded not be made again; with one, lost connections are tried again. */
  readonly idempotencyKey?: string;
}

/** The longest that a function may take, and a little for the way. */
const TIMEOUT_MS = 310_000;
/** A payment needs a known user. */
const ASKS_TO_SIGN_IN = 'process_payment';

/**
 * Calls a function of the project. It never rejects. `process_payment` asks visitors to sign in, and then goes on.
 *
 * @example
 * ```ts
 * import { invoke } from '@service/functions';
 *
 * const { success, data, error } = await invoke('greet', { name: 'Ada' });
 * ```
 */
export async function invoke<T = Declared, N extends FunctionName = FunctionName>(
  name: N,
  ...[payload, options = {}]: InvokeArguments<Payload<N>>
): Promise<InvokeResult<T extends Declared ? Result<N> : T>> {
  let result = await call(name, payload, options);
  if (name === ASKS_TO_SIGN_IN && result.code === 'not_authenticated') {
    try {
      const user = await openSignInPrompt();
      result = user ? await call(name, payload, options) : { ...result, error: 'Payment cancelled.' };
    } catch (error) {
      result = failureOf(error);
    }
  }
  return result as InvokeResult<never>;
}

/** For whom a result is: the epoch of its call. */
export const epochs = new WeakMap<InvokeResult, number>();

async function call(name: string, payload: unknown, { signal, idempotencyKey }: InvokeOptions): Promise<InvokeResult> {
  const epoch = readEpoch();
  const attempt = (): Promise<InvokeResult> =>
    send<InvokeResult>(`/functions/${encodeURIComponent(name)}/invoke`, {
      method: 'POST',
      timeoutMs: TIMEOUT_MS,
      body: JSON.stringify(payload) ?? null,
      signal: signal ?? null,
      headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
    });
  let result: InvokeResult;
  try {
    result = await (idempotencyKey ? repeat(attempt) : attempt());
  } catch (error) {
    reportError(error);
    result = failureOf(error);
  }
  epochs.set(result, epoch);
  return result;
}

function failureOf(error: unknown): InvokeFailure<unknown> {
  if (!isServiceError(error)) return { success: false, error: String(error), code: 'validation_failed' };
  const { message, code, requestId, cause } = error;
  const { data, duration_ms } = (cause ?? {}) as Partial<InvokeFailure<unknown>>;
  return { success: false, error: message, code, data, duration_ms, request_id: requestId };
}
