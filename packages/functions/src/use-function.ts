'use client';
import type { FunctionName, Payload, Result, TableName } from '@service/client';
import { tablesChanged } from '@service/client/internal';
import { useCallback, useState } from '@service/client/react';
import { epochs, type InvokeArguments, type InvokeResult, invoke } from './invoke.ts';
import { useEpoch } from './use-epoch.ts';

export interface FunctionHook<P, T> {
  /** Never rejects: check `success`. */
  invoke(...call: InvokeArguments<P>): Promise<InvokeResult<T>>;
  /** Whether a call is running. */
  readonly loading: boolean;
  /** Why the last call failed. */
  readonly error: string | undefined;
  readonly lastResult: InvokeResult<T> | undefined;
  reset(): void;
}

interface State<T> {
  readonly pending: number;
  readonly lastResult?: InvokeResult<T> | undefined;
}

/**
 * A function of the project, and the state of its calls. After a successful call, the queries on the tables in
 * `refreshes` are read again.
 * @example
 * ```tsx
 * import { useFunction } from '@service/functions';
 * export function Greeting() {
 *   const { invoke, loading, error, lastResult } = useFunction('greet');
 *   if (lastResult) return <p>{error ?? JSON.stringify(lastResult.data)}</p>;
 *   return <button disabled={loading} onClick={() => void invoke({ name: 'Ada' })}>Greet</button>;
 * }
 * ```
 */
export function useFunction<N extends FunctionName>(
  name: N,
  { refreshes = [] }: { readonly refreshes?: readonly TableName[] } = {},
): FunctionHook<Payload<N>, Result<N>> {
  const [{ pending, lastResult: last }, setState] = useState<State<Result<N>>>({ pending: 0 });
  const epoch = useEpoch();
  // Do not show a result that another user received.
  const lastResult = last && epochs.get(last) === epoch ? last : undefined;
  const tables = refreshes.join();
  const run = useCallback(
    async (...call: InvokeArguments<Payload<N>>): Promise<InvokeResult<Result<N>>> => {
      setState((before) => ({ ...before, pending: before.pending + 1 }));
      const result = await invoke<Result<N>, N>(name, ...call);
      if (result.success && tables) void tablesChanged(tables.split(','));
      setState((before) => ({ pending: before.pending - 1, lastResult: result }));
      return result;
    },
    [name, tables],
  );
  const reset = useCallback(() => setState(({ pending: still }) => ({ pending: still })), []);
  return { invoke: run, loading: pending > 0, error: lastResult?.error, lastResult, reset };
}
