import { repeat, reported, sendJson } from '@service/client/internal';

export interface Message {
  /** 1 to 5000 characters. */
  readonly body: string;
  readonly from_name?: string;
  /** Of a signed-in sender always the account's. */
  readonly from_email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly delivered: boolean;
  readonly id?: string;
  /** Why not: `channel_disabled` while the inbox is switched off. */
  readonly reason?: string;
}

/**
 * Leaves a message in the project's inbox, from where the owner gets it by mail. It arrives once, also when the connection
 * breaks meanwhile.
 *
 * @example
 * ```ts
 * import { sendMessage } from '@service/data';
 *
 * const { delivered } = await sendMessage({ body: 'Do you have tea?', from_email: 'ann@example.com' });
 * ```
 */
export async function sendMessage(message: Message): Promise<Delivery> {
  const headers = { 'idempotency-key': newKey() };
  const work = repeat(() => sendJson<{ data: Delivery }>('POST', '/messages', message, { headers }));
  return (await reported(work)).data;
}

/** Not `crypto.randomUUID`, which pages on plain http do not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
