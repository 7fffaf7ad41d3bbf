import { ApiFailure } from './api-failure.ts';
import { sessionFetch } from './session-fetch.ts';

export function downloadText(name: string, text: string, type = 'application/json'): void {
  downloadBlob(name, new Blob([text], { type }));
}

/** Saves the API's answer as a file; use it when the page must show failures. Throws `ApiFailure`. */
export async function downloadAnswer(
  name: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await sessionFetch(new Request(path, { headers }));
  if (!answer.ok) throw new ApiFailure(answer.status, await answer.json().catch(() => ({})));
  downloadBlob(name, await answer.blob());
}

/** Lets the browser download an address to disk and show failures itself. */
export function followDownload(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  followDownload(name, address);
  URL.revokeObjectURL(address);
}
