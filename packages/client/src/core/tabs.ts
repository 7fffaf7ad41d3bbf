import { getConfig } from './config.ts';
import { startEpoch } from './epoch.ts';
import { isBrowser, NOBODY_YET, state } from './shared-state.ts';

/** A message between tabs: tables whose rows changed, a sign-in or sign-out, or a renewed session. Never contains data. */
type Notice = { readonly tables: readonly string[] } | { readonly identity: true } | { readonly renewed: true };

/** Listens to messages of the app's other tabs; at most once per page. */
export function openChannel(): void {
  const shared = state();
  if (shared.channel || !isBrowser()) return;
  const channel = new BroadcastChannel(`@service/client:${getConfig().projectId}`);
  shared.channel = channel;
  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if ('tables' in data) {
      void tellHere(data.tables);
    } else if ('renewed' in data) {
      shared.renewedAt = performance.now();
      delete shared.refreshing;
    } else {
      startEpoch(NOBODY_YET);
      shared.reloadUser?.();
    }
  };
}

export function tellTabs(notice: Notice): void {
  openChannel();
  state().channel?.postMessage(notice);
}

/**
 * Announces that rows of these tables changed here. Resolves when every component that shows them has read them again.
 * An empty list means all tables.
 */
export async function tablesChanged(tables: readonly string[]): Promise<void> {
  tellTabs({ tables });
  await tellHere(tables);
}

async function tellHere(tables: readonly string[]): Promise<void> {
  await Promise.allSettled(Array.from(state().tableListeners, (listener) => listener(tables)));
}
