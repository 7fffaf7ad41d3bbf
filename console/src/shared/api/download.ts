import { ApiFailure } from './api-failure.ts';
import { sessionFetch } from './session-fetch.ts';

/** Saves a text that the page has, as a file of the browser. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  save(name, new Blob([text], { type }));
}

/** Saves what the API answers, where a failure is to be told on the page. Throws `ApiFailure`. */
export async function downloadAnswer(name: string, path: string): Promise<void> {
  const answer = await sessionFetch(new Request(path));
  if (!answer.ok) throw new ApiFailure(answer.status, await answer.json().catch(() => ({})));
  save(name, await answer.blob());
}

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
