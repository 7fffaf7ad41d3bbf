import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import { type Connection, requireText } from '../../providers/connection.ts';
import {
  host,
  optionalCredential,
  optionalFlag,
  optionalText,
  port,
  recipients,
  sender,
} from '../../providers/fields.ts';
import type { ProviderCall } from '../../providers/provider.ts';
import { ProviderRefusal } from '../../providers/provider-failure.ts';
import { type Email, type EmailProvider, recipientsOf } from '../email-provider.ts';

/** The port for TLS from the first byte. */
const TLS_PORT = 465;

/** Any mail server. SMTP has no idempotency; retries repeat the Message-ID, which receivers may use to drop duplicates. */
export const smtp: EmailProvider = {
  name: 'smtp',
  title: 'The mail server',
  fields: {
    from: sender,
    host,
    port,
    secure: optionalFlag,
    username: optionalText,
    password: optionalCredential,
    recipients,
  },

  async send(connection, email, call) {
    return await withServer(connection, call, async (server) => {
      const messageId = `<${call.repeatKey}@${domainOf(email.from)}>`;
      const sent = await server.sendMail({ ...messageOf(email), messageId });
      const { accepted, messageId: id } = sent as { accepted: readonly unknown[]; messageId: string };
      const taken = new Set(accepted.map((address) => String(address).toLowerCase()));
      return { id, accepted: recipientsOf(email).filter((address) => taken.has(address)) };
    });
  },

  async test(connection, call) {
    await withServer(connection, call, (server) => server.verify());
  },
};

/** Opens one connection per mail, to the address that the guard approved, and closes it when the call's time is over. */
async function withServer<Value>(
  connection: Connection,
  call: ProviderCall,
  work: (server: Transporter) => Promise<Value>,
): Promise<Value> {
  const { socket, address } = await dial(connection, call);
  // Loopback traffic cannot be intercepted, and no certificate is valid for such an address.
  const isLocal = /^(127\.|::1$)/.test(address);
  try {
    const { createTransport } = await import('nodemailer');
    const { options, credentials } = connection;
    const user = options['username'];
    const server = createTransport({
      host: requireText(connection, 'host'),
      port: Number(options['port']),
      secure: options['secure'] ?? options['port'] === TLS_PORT,
      connection: socket,
      ...(user !== undefined && { auth: { user: String(user), pass: credentials['password'] ?? '' } }),
      // Never sends a password in clear to a server that does not offer encryption, or whose offer an attacker removed.
      requireTLS: user !== undefined && !isLocal,
      tls: { rejectUnauthorized: !isLocal },
      connectionTimeout: call.timeoutMs,
      greetingTimeout: call.timeoutMs,
      socketTimeout: call.timeoutMs,
      // Callers control the contents of a mail, which must not make the process read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0]);
    return await work(server);
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    socket.destroy();
  }
}

async function dial(
  connection: Connection,
  { vet, signal }: ProviderCall,
): Promise<{ readonly socket: Socket; readonly address: string }> {
  const hostName = requireText(connection, 'host');
  const portNumber = Number(connection.options['port']);
  const address = await vet(hostName, portNumber);
  const socket = connect({ host: address, port: portNumber });
  // An error while no mail is under way on the socket would end the process without a listener.
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw new ProviderRefusal(0, connectProblem(error));
  }
  return { socket, address };
}

function connectProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `the connection failed${code}`;
}

/** The server's refusal in its own words; undefined for other errors. */
function refusalOf(error: unknown): ProviderRefusal | undefined {
  if (!(error instanceof Error) || error instanceof ProviderRefusal) return undefined;
  const { responseCode, response, code } = error as Error & { responseCode?: number; response?: string; code?: string };
  if (typeof responseCode === 'number') return new ProviderRefusal(responseCode, response ?? error.message);
  return code === undefined ? undefined : new ProviderRefusal(0, error.message);
}

function messageOf({ from, to, cc, bcc, replyTo, subject, text, html, attachments }: Email): object {
  return {
    from,
    to: to.map(plain),
    cc: cc.map(plain),
    bcc: bcc.map(plain),
    ...(replyTo !== undefined && { replyTo: plain(replyTo) }),
    subject,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ name, mimeType, bytes }) => ({
      filename: name,
      contentType: mimeType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
  };
}

/** Passes the address as an object, so that nodemailer takes it as a single address, whatever it contains. */
function plain(address: string): { name: string; address: string } {
  return { name: '', address };
}

function domainOf(from: string): string {
  return /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
}
