import type { UploadCore } from './upload-core.ts';

export interface UploadRequest {
  readonly form: FormData;
  readonly signal: AbortSignal;
  /** Bytes sent, and the total. */
  readonly onProgress: (sent: number, total: number) => void;
}

const TRIES = 4;
const WAIT_MS = 1000;

/** Retries only if not all bytes were sent: after that, the service may have stored the files. */
export async function sendUpload<T>(core: UploadCore, request: UploadRequest): Promise<T> {
  // Tests answer requests through `fetch`, which XMLHttpRequest would bypass.
  if (core.state().fetch !== undefined || typeof XMLHttpRequest === 'undefined') {
    return await core.send<T>('/storage/upload', { method: 'POST', body: request.form, signal: request.signal });
  }
  for (let tried = 1; ; tried += 1) {
    const sent = { isComplete: false };
    try {
      return await core.withSession(() => transfer<T>(core, request, sent));
    } catch (error) {
      const isLost = (error as { code?: unknown }).code === 'network_error';
      if (!isLost || sent.isComplete || tried === TRIES) throw error;
    }
    await untilOnline(core, WAIT_MS * 2 ** (tried - 1), request.signal);
  }
}

/** Uses XMLHttpRequest because `fetch` reports no upload progress. */
function transfer<T>(
  { addressOf, getConfig, readAnswer, unreachable }: UploadCore,
  { form, signal, onProgress }: UploadRequest,
  sent: { isComplete: boolean },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const fail = (code: 'network_error' | 'aborted') => () => reject(unreachable(code));
    request.open('POST', addressOf('/storage/upload'));
    request.withCredentials = true;
    request.setRequestHeader('authorization', `Bearer ${getConfig().publicKey}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.upload.onload = () => {
      sent.isComplete = true;
    };
    request.onerror = fail('network_error');
    request.onabort = fail('aborted');
    request.onload = () => {
      const { status, responseText: text } = request;
      try {
        resolve(readAnswer<T>(status, text, (name) => request.getResponseHeader(name)));
      } catch (error) {
        reject(error);
      }
    };
    request.onloadend = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) reject(unreachable('aborted'));
    else {
      signal.addEventListener('abort', stop);
      request.send(form);
    }
  });
}

async function untilOnline({ unreachable }: UploadCore, waitMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => reject(unreachable('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    setTimeout(
      () => (navigator.onLine ? resolve() : addEventListener('online', () => resolve(), { once: true })),
      waitMs,
    );
  });
}
