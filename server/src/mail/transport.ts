import { HopelessJob } from '../jobs/index.ts';

/** An attempt must end well before the job's lease does. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const CONNECTIONS_MAX = 4;
/** RFC 5321 §4.2.1: a retry would get the same answer. */
const PERMANENT_FROM = 500;

export interface SentMail {
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
}

export interface MailTransport {
  /** Resolves when the server has accepted the mail. Throws `HopelessJob` when it will never accept it. */
  send(mail: SentMail): Promise<void>;
  close(): void;
}

/** Sends through an SMTP server: `smtp://user:password@host:587`, `smtps://…:465`. */
export function createSmtpTransport(url: string): MailTransport {
  let opening: ReturnType<typeof openTransport> | undefined;
  return {
    async send({ messageId, from, to, replyTo, subject, text, html }) {
      opening ??= openTransport(url);
      const transport = await opening;
      const optional = { ...(replyTo !== undefined && { replyTo }), ...(html !== undefined && { html }) };
      try {
        await transport.sendMail({
          messageId,
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...optional,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isPermanent(error)) throw new HopelessJob(`The mail server refused the mail: ${String(error)}`);
        throw error;
      }
    },
    close: () => {
      opening?.then((transport) => transport.close()).catch(() => undefined);
    },
  };
}

/** Loads the library with the first mail, because most processes never send one. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Nothing in a mail may make the process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Refusals of the recipient or the mail are permanent. A failed login is not: the operator can fix it, so it is retried. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= PERMANENT_FROM && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
}
