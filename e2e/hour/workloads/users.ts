import type { MailServer } from '../../harness/mail-server.ts';
import type { Callers } from '../callers.ts';
import { Ledger, type LedgerFinding } from '../ledger.ts';
import { forEachAtOnce, listAll, succeed, uniqueName, type Work } from './work.ts';

const READERS = 4;

/** Signs users up; each is promised an account and a mail. */
export class UsersWork implements Work {
  readonly pauseMs = 400;
  readonly #callers: Callers;
  readonly #mails: MailServer;
  readonly #users = new Ledger('users');
  readonly #promised = new Ledger('mails');

  constructor(callers: Callers, mails: MailServer) {
    this.#callers = callers;
    this.#mails = mails;
  }

  async once(project: string): Promise<void> {
    const email = `${uniqueName()}@example.com`;
    const body = { email, password: `${email} correct horse` };
    const path = `/baas/${project}/auth/signup`;
    const answer = await succeed(this.#callers, {
      kind: 'sign-up',
      project,
      isWrite: true,
      method: 'POST',
      path,
      body,
    });
    const item = `${project} ${email}`;
    if (answer?.status === 201) {
      this.#users.settle(item, 'there');
      this.#promised.settle(email, 'sent');
    } else {
      this.#users.doubt(item, 'there');
      this.#promised.doubt(email, 'sent');
    }
  }

  async findings(projects: readonly string[]): Promise<readonly LedgerFinding[]> {
    const found: (readonly [string, string])[] = [];
    await forEachAtOnce(projects, READERS, async (project) => {
      const users = await listAll(this.#callers, project, `/cloud/projects/${project}/users?order=id`);
      found.push(...users.map(({ email }) => [`${project} ${email}`, 'there'] as const));
    });
    return [this.#users.compare(found), this.#promised.compare(this.#sent())];
  }

  /** The number of promised mails that have not arrived. */
  unsent(): number {
    return this.#promised.compare(this.#sent()).lost;
  }

  /** If a process dies after sending a mail and before recording it, another sends it again with the same Message-ID. */
  #sent(): Iterable<readonly [string, string]> {
    const sent = new Map<string, readonly [string, string]>();
    for (const { to, content } of this.#mails.mails) sent.set(`${to} ${content.messageId}`, [to.join(), 'sent']);
    return sent.values();
  }
}
