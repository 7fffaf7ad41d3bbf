import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const PATIENCE_MS = 15_000;

/** A mail as it arrived over the wire. */
export interface ReceivedMail {
  /** Arrival time by `Date.now()`. */
  readonly atMs: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly content: Email;
}

/** A real SMTP server that keeps all mails. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Waits for `count` mails to an address; resolves with the first ones. */
  until(to: string, count: number): Promise<readonly ReceivedMail[]>;
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then(async (bytes) => {
          const atMs = Date.now();
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({ atMs, from, to, raw: bytes.toString('utf8'), content: await PostalMime.parse(bytes) });
          done();
        })
        .catch(done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    until: async (to, count) => {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const found = mails.filter((mail) => mail.to.includes(to));
        if (found.length >= count) return found.slice(0, count);
        if (performance.now() > deadline) throw new Error(`${found.length} of ${count} mails came to ${to}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
