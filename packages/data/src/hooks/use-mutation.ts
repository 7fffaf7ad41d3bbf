'use client';
import type { Insert, Row, TableName, Update } from '@service/client';
import type { Filter, ServiceError } from '@service/client/internal';
import { useEffect, useMemo } from '@service/client/react';
import { loadChanges } from '../cache/load-changes.ts';
import { mutate } from '../rows/mutate.ts';
import { writeActions } from '../rows/write-actions.ts';
import { useLatest } from './use-latest.ts';
import { usePending } from './use-pending.ts';

export interface MutationOptions {
  /** Shows inserts, updates and removals immediately, and undoes them when they fail. */
  readonly optimistic?: boolean;
  /** Whether calls wait until queries are read again (`await`, the default), go on, or leave them unread (`false`). */
  readonly refresh?: 'await' | 'background' | false;
  readonly onSuccess?: (result: unknown) => void;
  readonly onError?: (error: ServiceError) => void;
}

export interface MutationResult<T extends TableName> {
  // The compiler reports errors against the last overload, so the most common one comes last.
  /** 1 to 100 rows; all are inserted or none. */
  insert(rows: readonly Insert<T>[]): Promise<Row<T>[]>;
  insert(row: Insert<T>): Promise<Row<T>>;
  /** Resolves with the number of updated rows. */
  update(which: { readonly filter: Filter<T> }, patch: Update<T>): Promise<number>;
  update(id: string, patch: Update<T>): Promise<Row<T>>;
  /** Inserts the row, or updates the row with the same value in the unique column `on`. */
  upsert(row: Insert<T>, options: { readonly on: keyof Row<T> & string }): Promise<Row<T>>;
  /** Resolves with the number of removed rows. */
  remove(which: { readonly filter: Filter<T> }): Promise<number>;
  remove(id: string): Promise<void>;
  /** True until the last of several calls has ended. */
  readonly isPending: boolean;
  readonly error: ServiceError | undefined;
  reset(): void;
}

/**
 * Changes rows of a table and reads its queries again. Calls reject with a `ServiceError`.
 * @example
 * ```tsx
 * import { useMutation } from '@service/data';
 * export function NewTodo() {
 *   const { insert, isPending, error } = useMutation('todos', { optimistic: true });
 *   // The button shows a failure.
 *   const add = () => void insert({ title: 'Buy milk' }).catch(() => undefined);
 *   return <button disabled={isPending} onClick={add}>{error ? error.message : 'Add'}</button>;
 * }
 * ```
 */
export function useMutation<T extends TableName>(table: T, options: MutationOptions = {}): MutationResult<T> {
  const latest = useLatest(options);
  useEffect(() => {
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
