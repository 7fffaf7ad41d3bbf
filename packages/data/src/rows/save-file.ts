import type { getConfig, readAnswer, unreachable } from '@service/client/internal';

/** How long a browser may take to start saving. */
const KEPT_MS = 60_000;

/** Passed in, because importing them into a module that is loaded on demand would split the packages into chunks. */
interface SaveCore {
  readonly getConfig: typeof getConfig;
  readonly readAnswer: typeof readAnswer;
  readonly unreachable: typeof unreachable;
}

export async function saveFile(address: string, name: string, core: SaveCore): Promise<void> {
  const headers = { authorization: `Bearer ${core.getConfig().publicKey}` };
  const response = await fetch(address, { headers, credentials: 'include' }).catch((cause) => {
    throw core.unreachable('network_error', cause);
  });
  if (!response.ok) {
    core.readAnswer(response.status, await response.text(), (key) => response.headers.get(key));
  }
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
