import { unreachable } from './reply-failure.ts';

const ANSWER_MS = 30_000;

/** Sends a form without a token, as OAuth needs it; returns the JSON answer, or an empty object for other answers. */
export async function postForm<Body>(url: string, fields: Readonly<Record<string, string>>, signal: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw unreachable({ method: 'POST', url }, error);
  });
  const body = (await response.json().catch(() => ({}))) as Body;
  return { status: response.status, body };
}
