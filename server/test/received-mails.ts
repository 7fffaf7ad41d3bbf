import type { TestServer } from './start-test-server.ts';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mails to an address so far, oldest first. For servers in development mode. */
export async function receivedMails(server: TestServer, to: string): Promise<readonly ReceivedMail[]> {
  await server.runJobsUntilIdle();
  const reply = await server.adminApi<{ data: readonly ReceivedMail[] }>(
    `/api/cloud/mailbox?to=${encodeURIComponent(to)}`,
  );
  return reply.body.data.toReversed();
}

/** The only link in a mail; throws unless there is exactly one. */
export function linkIn(mail: ReceivedMail | undefined): URL {
  const links = mail?.text.match(/https?:\S+/g) ?? [];
  if (links.length !== 1 || links[0] === undefined) throw new Error(`Expected one link in: ${mail?.text}`);
  return new URL(links[0]);
}
