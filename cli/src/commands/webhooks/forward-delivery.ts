import type { Delivery } from './verify-delivery.ts';

const TIMEOUT_MS = 10_000;
/** The log keeps this much of an answer. */
const BODY_CHARACTERS_MAX = 16_384;

export interface Forwarded {
  /** 0 when nobody answered. */
  readonly status: number;
  readonly body: string | undefined;
  readonly ms: number;
}

/** Sends a delivery on as it is. That nobody answers is a result too. */
export async function forwardDelivery(
  url: string,
  { headers, body }: Delivery,
  signal: AbortSignal,
): Promise<Forwarded> {
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
    // An address that cannot be dialled and one that resets are the same to whoever waits for the answer.
    if (!(error instanceof Error)) throw error;
    return { status: 0, body: undefined, ms: msSince() };
  }
}

/** However much comes. */
async function beginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length >= BODY_CHARACTERS_MAX) break;
  }
  return text.slice(0, BODY_CHARACTERS_MAX).toWellFormed();
}
