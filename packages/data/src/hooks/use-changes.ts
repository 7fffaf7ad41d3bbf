'use client';
import type { ListParameters } from '@service/client/internal';
import { useMemo, useSyncExternalStore } from '@service/client/react';
import type { Change } from '../cache/change.ts';
import { loadedChanges } from '../cache/load-changes.ts';
import type { Page } from '../cache/page.ts';
import { pending, pendingChanges, subscribeToChanges } from '../cache/pending-changes.ts';

const NONE: readonly Change[] = [];

export function useChanges(table: string, parameters: ListParameters): ((page: Page) => Page) | undefined {
  const changes = useSyncExternalStore(
    subscribeToChanges,
    () => pendingChanges(table),
    () => NONE,
  );
  const text = changes.length === 0 ? '' : JSON.stringify(parameters);
  return useMemo(
    () =>
      text === ''
        ? undefined
        : (page) => loadedChanges()?.applyChanges(page, changes, JSON.parse(text), pending().firstIds) ?? page,
    [changes, text],
  );
}
