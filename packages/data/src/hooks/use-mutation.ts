'use client';
import type { Insert, Row, TableName, Update } from '@service/client';
import type { Filter, ServiceError } from '@service/client/internal';
import { useEffect, useMemo, useRef } from 'react';
import { loadChanges } from '../cache/load-changes.ts';
import { mutate } from '../rows/mutate.ts';
import { writeActions } from '../rows/write-actions.ts';
import { usePending } from './use-pending.ts';

export interface MutationOptions {
  /** Shows inserts, updates and removals at once, and takes them back when they fail. */
  readonly optimistic?: boolean;
  /** Whether a call waits until the queries on the table have been read again (`await`, when not said), or they are left alone. */
  readonly refresh?: 'await' | 'background' | false;
  readonly onSuccess?: (result: unknown) => void;
  readonly onError?: (error: ServiceError) => void;
}

export interface MutationResult<T extends TableName> {
  // The compiler explains a mistake by the last overload, so the commonest one comes last.
  /** 1 to 100 rows, all or none. */
  insert(rows: readonly Insert<T>[]): Promise<Row<T>[]>;
  insert(row: Insert<T>): Promise<Row<T>>;
  /** How many rows were changed. */
  update(which: { readonly filter: Filter<T> }, patch: Update<T>): Promise<number>;
  update(id: string, patch: Update<T>): Promise<Row<T>>;
  /** Inserts the row, or updates the one that has the same value in the unique column `on`. */
  upsert(row: Insert<T>, options: { readonly on: keyof Row<T> & string }): Promise<Row<T>>;
  /** How many rows were removed. */
  remove(which: { readonly filter: Filter<T> }): Promise<number>;
  remove(id: string): Promise<void>;
  /** Counted: true until the last of several calls has ended. */
  readonly isPending: boolean;
  readonly error: ServiceError | undefined;
  reset(): void;
}

/**
 * Changes rows of a table; queries on the table are read again. Calls reject with a `ServiceError`.
 *
 * @example
 * ```tsx
 * import { useMutation } from '@service/data';
 *
 * export function NewTodo() {
 *   const { insert, isPending, error } = useMutation('todos', { optimistic: true });
 *   return (
 *     <form
 *       onSubmit={(event) => {
 *         event.preventDefault();
 *         // A failure is shown below.
 *         insert({ title: String(new FormData(event.currentTarget).get('title')) }).catch(() => undefined);
 *       }}
 *     >
 *       <input name="title" aria-label="What is to be done?" required />
 *       <button disabled={isPending}>Add</button>
 *       {error && <p role="alert">{error.message}</p>}
 *     </form>
 *   );
 * }
 * ```
 */
export function useMutation<T extends TableName>(table: T, options: MutationOptions = {}): MutationResult<T> {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    // There before it is needed.
    void loadChanges();
  }, []);
  const { run, isPending, error, reset } = usePending();
  const actions = useMemo(() => {
    return writeActions(table, ({ change, ...mutation }) => {
      const { optimistic, refresh, onSuccess, onError } = latest.current;
      const done = run(() => mutate({ ...mutation, table, refresh, change: optimistic ? change : undefined }));
      done.then(
        (result) => onSuccess?.(result),
        (failure) => onError?.(failure),
      );
      return done;
    });
  }, [table, run]);
  return { ...actions, isPending, error, reset } as unknown as MutationResult<T>;
}
