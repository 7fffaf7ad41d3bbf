import { type ApiClient, at, textAt } from './api-client.ts';

const PATIENCE_MS = 10_000;

export interface MailboxMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Waits for `count` mails to an address in the development mailbox; resolves with them, newest first. */
export async function mailsTo(cloud: ApiClient, address: string, count: number): Promise<readonly MailboxMail[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await cloud.get(`/mailbox?to=${encodeURIComponent(address)}`);
    const found = at(answer.body, 'data');
    if (Array.isArray(found) && found.length >= count) return found.map(mailOf);
    if (performance.now() > deadline) throw new Error(`there are not ${count} mails to ${address}: ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The mail's only link with a token. */
export function linkIn({ text }: Pick<MailboxMail, 'text'>): URL {
  const link = /^https?:\S+token=\S+$/m.exec(text)?.[0];
  if (link === undefined) throw new Error(`there is no link in:\n${text}`);
  return new URL(link);
}

export function tokenIn(mail: Pick<MailboxMail, 'text'>): string {
  return linkIn(mail).searchParams.get('token') ?? '';
}

function mailOf(value: unknown): MailboxMail {
  return { subject: textAt(value, 'subject'), text: textAt(value, 'text'), html: textAt(value, 'html') };
}
