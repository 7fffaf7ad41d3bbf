import { ApiFailure, connectionFailure } from './api-failure.ts';
import { sessionGate } from './session-gate.ts';

interface FileSent {
  readonly address: string;
  readonly body: Blob | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reports the sent fraction from 0 to 1. Sends the file again if the session had ended. Throws `ApiFailure`. */
export async function sendFile(sent: FileSent, onProgress: (part: number) => void): Promise<unknown> {
  const { status, body } = await sendOnce(sent, onProgress);
  if (status >= 200 && status < 300) return body;
  if (status === 401 && (await sessionGate.wait())) return await sendFile(sent, onProgress);
  throw new ApiFailure(status, typeof body === 'object' && body !== null ? body : {});
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function sendOnce(
  { address, body, headers = {} }: FileSent,
  onProgress: (part: number) => void,
): Promise<{ readonly status: number; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(connectionFailure());
    request.onload = () => resolve({ status: request.status, body: request.response as unknown });
    request.send(body);
  });
}
