import { getConfig } from './config.ts';
import { startEpoch } from './epoch.ts';
import { isBrowser, NOBODY_YET, state } from './shared-state.ts';

/** A message between tabs. An empty one means that a user has signed in or out. Never contains data. */
interface Notice {
  /** The tables whose rows changed; none of them means all. */
  readonly tables?: readonly string[];
  readonly renewed?: boolean;
}

export function openChannel(): void {
  const shared = state();
  if (shared.channel || !isBrowser()) return;
  shared.channel = new BroadcastChannel(`@service/client:${getConfig().projectId}`);
  shared.channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data.tables) {
      void notifyThisTab(data.tables);
    } else if (data.renewed) {
      shared.renewedAt = performance.now();
      delete shared.refreshing;
    } else {
      startEpoch(NOBODY_YET);
      shared.reloadUser?.();
    }
  };
}

export function notifyTabs(notice: Notice): void {
  openChannel();
  state().channel?.postMessage(notice);
}

/** Resolves when every component that shows these tables has read them again; an empty list means all tables. */
export async function tablesChanged(tables: readonly string[]): Promise<void> {
  notifyTabs({ tables });
  await notifyThisTab(tables);
}

async function notifyThisTab(tables: readonly string[]): Promise<void> {
  await Promise.allSettled(Array.from(state().tableListeners, (listener) => listener(tables)));
}
