export type TabMessage =
  | { readonly kind: 'changed'; readonly key: readonly string[] }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'signed-out' };

const NAME = 'console';
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(NAME);
  return channel;
}

export function notifyTabs(message: TabMessage): void {
  openChannel().postMessage(message);
}

export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const opened = openChannel();
  const onMessage = ({ data }: MessageEvent<TabMessage>): void => listener(data);
  opened.addEventListener('message', onMessage);
  return () => opened.removeEventListener('message', onMessage);
}
