import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { tellTabs } from './tabs.ts';

/** After a change: everything known of `[project, module]`, or of another beginning of keys, is asked anew, in all tabs. */
export function useChanged(): (...key: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...key) => {
      tellTabs({ kind: 'changed', key });
      await client.invalidateQueries({ queryKey: key });
    },
    [client],
  );
}
