import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { notifyTabs } from './tabs.ts';

/** Call it after a change: reads every query whose key starts with `[project, module]`, or another prefix, again in all tabs. */
export function useChanged(): (...key: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...key) => {
      notifyTabs({ kind: 'changed', key });
      await client.invalidateQueries({ queryKey: key });
    },
    [client],
  );
}
