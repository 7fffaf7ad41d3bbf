import type { Delivery } from './verify-delivery.ts';

const TIMEOUT_MS = 10_000;
/** The delivery log keeps this much of a response. */
const BODY_CHARACTERS_MAX = 16_384;

export interface ForwardedDelivery {
  /** HTTP status; 0 when the receiver did not answer. */
  readonly status: number;
  readonly body: string | undefined;
  readonly ms: number;
}

/** Forwards a delivery unchanged. A missing answer is a result too, not an error. */
export async function forwardDelivery(
  url: string,
  { headers, body }: Delivery,
  signal: AbortSignal,
): Promise<ForwardedDelivery> {
  const startedAt = performance.now();
  const msSince = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await beginning(answer);
    return { status: answer.status, body: text, ms: msSince() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return { status: 0, body: undefined, ms: msSince() };
  }
}

async function beginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length >= BODY_CHARACTERS_MAX) break;
  }
  return text.slice(0, BODY_CHARACTERS_MAX).toWellFormed();
}
