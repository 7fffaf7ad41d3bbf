import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export const MAIL_USER = 'mailer';
export const MAIL_PASSWORD = 'mail-password-123';

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  /** In the form that `SERVICE_OUTBOUND_ALLOW` takes. */
  readonly host: string;
  readonly mails: readonly { readonly to: readonly string[]; readonly text: string }[];
}

/** A real SMTP server that requires a password and refuses addresses that begin with `refused`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, done) => {
      if (username === MAIL_USER && password === MAIL_PASSWORD) done(null, { user: username });
      else done(new Error(`Invalid login: ${password}`));
    },
    onRcptTo: ({ address }, _session, done) => {
      done(address.startsWith('refused') ? new Error('No such mailbox') : null);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
