import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionGate } from '../../shared/api/session-gate.ts';
import { listenToTabs } from '../../shared/api/tabs.ts';
import { noteSession } from '../../shared/session/session-queries.ts';

export function useTabs(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      listenToTabs((message) => {
        if (message.kind === 'changed') {
          void client.invalidateQueries({ queryKey: [...message.key] });
          return;
        }
        if (message.kind === 'signed-in') {
          noteSession(true);
          sessionGate.open(true);
        }
        void client.invalidateQueries({ queryKey: ['session'] });
      }),
    [client],
  );
}
