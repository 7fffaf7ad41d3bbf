import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionGate } from '../../shared/api/session-gate.ts';
import { listenToTabs } from '../../shared/api/tabs.ts';

/** What another tab changes or signs in is news here too. */
export function useTabs(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listenToTabs((message) => {
        if (message.kind === 'signed-in') sessionGate.open(true);
        else if (message.kind === 'signed-out') void client.resetQueries({ queryKey: ['session'] });
        else void client.invalidateQueries({ queryKey: [...message.key] });
      }),
    [client],
  );
}
