import type { Operator } from '../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../database/index.ts';
import type { JsonValue } from '../database/schema/index.ts';
import type { Route } from '../http/index.ts';
import { HopelessJob, type Job, type Jobs, PostponedJob } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { openSealed, seal } from '../platform/crypto.ts';
import { createMailboxStore, type MailboxRow, type Stores } from './mailbox-store.ts';
import { headerText, type OutgoingMail } from './outgoing-mail.ts';
import { mailboxRoutes } from './routes.ts';
import { createSmtpTransport, type SentMail } from './transport.ts';

const JOB_KIND = 'mail';
const UNSEALED = 'The mail was sealed with another master key.';

export interface Mail {
  /** Returns the transaction step that queues the mail. The mail is sent only after the commit. */
  sendLater(mail: OutgoingMail): Promise<PlainStep>;
  /** Calls the listener for each sent mail whose `about` has this kind. Repeated sends call it again. */
  whenSent(kind: string, listener: SentListener): void;
  /** Why the last mail failed; undefined once another one was sent. */
  lastFailure(): MailFailure | undefined;
  readonly from: Sender;
  readonly routes: readonly Route[];
  close(): void;
}

export interface MailFailure {
  readonly atMs: number;
  readonly error: string;
}

export type SentListener = (store: StoreName, data: JsonValue) => Promise<void>;

export interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface MailGrant {
  readonly isGranted: boolean;
  readonly resetSeconds: number;
  takeBack(): Promise<void>;
}

export interface MailOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly masterKey: Uint8Array;
  readonly mode: 'development' | 'production';
  readonly smtpUrl: string | undefined;
  /** `Name <address>`, or an address alone. */
  readonly from: string | undefined;
  /** The host of the public address, with which Message-IDs end. */
  readonly host: () => string;
  readonly takeMail: (store: StoreName) => Promise<MailGrant>;
  readonly mailboxStores: (operator: Operator) => Promise<Stores>;
}

export function createMail(options: MailOptions): Mail {
  const { database, jobs, clock, masterKey, mode, smtpUrl, host } = options;
  const transport = smtpUrl === undefined ? undefined : createSmtpTransport(smtpUrl);
  const mailbox = createMailboxStore(database);
  const listeners = new Map<string, SentListener>();
  let failure: MailFailure | undefined;
  const from = readSender(options.from ?? 'Service <no-reply@localhost>');

  const send = async (sent: SentMail): Promise<void> => {
    try {
      if (transport === undefined && mode === 'production') {
        throw new Error('There is no mail server: set SERVICE_SMTP_URL.');
      }
      await transport?.send(sent);
      failure = undefined;
    } catch (error) {
      // A refused recipient says nothing about other mails.
      if (!(error instanceof HopelessJob)) {
        failure = { atMs: clock.now(), error: error instanceof Error ? error.message : String(error) };
      }
      throw error;
    }
  };

  jobs.handle(JOB_KIND, async (job) => {
    const mail = openMail(masterKey, job);
    const sent: SentMail = {
      // Equal for every attempt, so that receivers drop duplicates of a mail whose acceptance was not confirmed.
      messageId: `<${job.id}@${host()}>`,
      from: { name: headerText(mail.fromName ?? from.name), address: from.address },
      to: mail.to,
      replyTo: mail.replyTo,
      subject: headerText(mail.subject),
      text: mail.text,
      html: mail.html,
    };
    await sendWithinQuota(options, job, () => send(sent));
    if (mode === 'development') await mailbox.insert(mailboxRow(masterKey, job, sent));
    if (mail.about !== undefined) await listeners.get(mail.about.kind)?.(job.store, mail.about.data);
  });

  return {
    from,
    lastFailure: () => failure,
    // Mails contain links that sign users in, so the queue stores them encrypted.
    sendLater: (mail) =>
      jobs.enqueueLater(mail.store, {
        kind: JOB_KIND,
        payload: seal(masterKey, contextOf(mail.store), JSON.stringify(mail)),
      }),
    whenSent: (kind, listener) => {
      listeners.set(kind, listener);
    },
    routes:
      mode === 'development'
        ? mailboxRoutes({ mailbox, storesOf: options.mailboxStores, open: (row) => unsealShownText(masterKey, row) })
        : [],
    close: () => transport?.close(),
  };
}

/** The console's own mails are never delayed: they let owners sign in. */
async function sendWithinQuota({ takeMail }: MailOptions, { store }: Job, send: () => Promise<void>): Promise<void> {
  if (store === 'control') return await send();
  const departure = await takeMail(store);
  if (!departure.isGranted) {
    throw new PostponedJob('The project has reached its hourly limit of mails.', departure.resetSeconds * 1000);
  }
  try {
    await send();
  } catch (error) {
    await departure.takeBack();
    throw error;
  }
}

function contextOf(store: StoreName): string {
  return `mail ${store}`;
}

function openMail(masterKey: Uint8Array, { store, payload }: Job): OutgoingMail {
  const text = typeof payload === 'string' ? openSealed(masterKey, contextOf(store), payload) : undefined;
  if (text === undefined) throw new HopelessJob(UNSEALED);
  return JSON.parse(text) as JsonValue as unknown as OutgoingMail;
}

function mailboxRow(
  masterKey: Uint8Array,
  { id, store, createdAt }: Job,
  { from, to, replyTo, subject, text, html }: SentMail,
): MailboxRow {
  return {
    id,
    store,
    recipient: to,
    sender: from.name === '' ? from.address : `${from.name} <${from.address}>`,
    reply_to: replyTo ?? null,
    subject,
    sealed: seal(masterKey, shownContext(id), JSON.stringify({ text, html: html ?? null } satisfies ShownText)),
    created_at: createdAt,
  };
}

interface ShownText {
  readonly text: string;
  readonly html: string | null;
}

function unsealShownText(masterKey: Uint8Array, { id, sealed }: MailboxRow): ShownText {
  const text = openSealed(masterKey, shownContext(id), sealed);
  return text === undefined ? { text: UNSEALED, html: null } : (JSON.parse(text) as ShownText);
}

function shownContext(id: string): string {
  return `mailbox ${id}`;
}

function readSender(text: string): Sender {
  const open = text.lastIndexOf('<');
  if (open === -1) return { name: '', address: text.trim() };
  return { name: text.slice(0, open).trim(), address: text.slice(open + 1, text.lastIndexOf('>')).trim() };
}
