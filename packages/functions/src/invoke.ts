import type { FunctionName, Payload, Result } from '@service/client';
import { isServiceError, openSignInPrompt, readEpoch, repeat, reportError, send } from '@service/client/internal';

/** How a call went. It is given also when nothing could be reached: look at `success`. */
export interface InvokeResult<T = unknown> {
  readonly success: boolean;
  /** The value that the function returned; of a failure, the `data` that it gave to `ctx.error`. */
  readonly data?: T | undefined;
  /** Why it failed, as a sentence. */
  readonly error?: string | undefined;
  readonly duration_ms?: number | undefined;
  readonly code?: string | undefined;
  readonly request_id?: string | undefined;
}

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
export async function invoke<N extends FunctionName>(
  name: N,
  payload?: Payload<N>,
  options?: InvokeOptions,
): Promise<InvokeResult<Result<N>>>;
export async function invoke<T>(name: string, payload?: unknown, options?: InvokeOptions): Promise<InvokeResult<T>>;
export async function invoke(name: string, payload?: unknown, options: InvokeOptions = {}): Promise<InvokeResult> {
  const result = await call(name, payload, options);
  if (name !== ASKS_TO_SIGN_IN || result.code !== 'not_authenticated') return result;
  try {
    if (await openSignInPrompt()) return await call(name, payload, options);
  } catch (error) {
    return failureOf(error);
  }
  return { ...result, error: 'Payment cancelled.' };
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

function failureOf(error: unknown): InvokeResult {
  if (!isServiceError(error)) return { success: false, error: String(error), code: 'validation_failed' };
  const { message, code, requestId } = error;
  const { data, duration_ms } = (error.cause ?? {}) as Partial<InvokeResult>;
  return { success: false, error: message, code, data, duration_ms, request_id: requestId };
}
