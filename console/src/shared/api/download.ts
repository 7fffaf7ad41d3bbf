import { ApiFailure } from './api-failure.ts';
import { sessionFetch } from './session-fetch.ts';

/** Saves a text that the page has, as a file of the browser. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  downloadBlob(name, new Blob([text], { type }));
}

/** Saves what the API answers, where a failure is to be told on the page. Throws `ApiFailure`. */
export async function downloadAnswer(
  name: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await sessionFetch(new Request(path, { headers }));
  if (!answer.ok) throw new ApiFailure(answer.status, await answer.json().catch(() => ({})));
  downloadBlob(name, await answer.blob());
}

/** Lets the browser save what stands at an address: it goes to the disk and tells a failure by itself. */
export function followDownload(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves bytes that the page has, as a file of the browser. */
export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  followDownload(name, address);
  URL.revokeObjectURL(address);
}
