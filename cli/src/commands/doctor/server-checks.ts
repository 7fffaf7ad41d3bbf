import { Api } from '../../api/api.ts';
import type { Context } from '../../command/context.ts';
import type { Server } from '../../settings/settings.ts';
import { VERSION } from '../../version.ts';
import { type Check, check, fail, ok, type Verdict, warn } from './check.ts';
import { judgeRoom } from './machine-checks.ts';

/** Links, one-time codes and signatures are valid only for minutes. */
const CLOCK_WARN_MS = 5_000;
const CLOCK_FAIL_MS = 60_000;

/** The response of `GET /api/cloud/info`; the fields after `mode` are only for instance operators. */
export interface Info {
  readonly version: string;
  readonly mode: 'development' | 'production';
  readonly backups: boolean;
  readonly engine?: string;
  readonly mail?: 'smtp' | 'mailbox' | 'none';
  readonly mail_failure?: { readonly at: string; readonly error: string } | null;
  readonly proxy?: 'none' | 'trusted' | 'untrusted';
  readonly free_bytes?: number;
}

interface Health {
  readonly details?: { readonly functions?: { readonly missing_features?: readonly string[] } };
}

export async function checkServer(context: Context, { origin }: Server): Promise<readonly Check[]> {
  const api = new Api({ origin, signal: context.signal, client: 'cli' });
  let health: Health = {};
  let skewMs = 0;
  const reached = await check('server', async () => {
    const startedAt = Date.now();
    const { headers, body } = await api.download('/health');
    skewMs = skewOf(headers.get('date'), startedAt);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    health = readHealth(Buffer.concat(chunks).toString('utf8'));
    return ok(`${origin} is well.`);
  });
  if (reached.some(({ state }) => state === 'fail')) return reached;
  return [
    ...reached,
    ...(await check('clock', async () => judgeClock(skewMs))),
    ...(await check('sandbox', async () => judgeSandbox(health))),
  ];
}

export async function checkInstance(info: Info): Promise<readonly Check[]> {
  return [
    ...(await check('version', async () => judgeVersion(info))),
    ...(await check('server disk', async () =>
      info.free_bytes === undefined ? undefined : judgeRoom('The disk of the server', info.free_bytes),
    )),
    ...(await check('mail', async () => judgeMail(info))),
    ...(await check('proxy', async () => judgeProxy(info))),
  ];
}

function readHealth(text: string): Health {
  try {
    return JSON.parse(text) as Health;
  } catch {
    return {};
  }
}

/** How far this clock is ahead of the server's, in milliseconds; the server's header has whole seconds. */
function skewOf(date: string | null, startedAt: number): number {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return 0;
  const [early, late] = [startedAt - (at + 1000), Date.now() - at];
  if (early > 0) return early;
  return Math.min(late, 0);
}

export function judgeClock(skewMs: number): Verdict {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const told = `This clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the server's`;
  if (Math.abs(skewMs) > CLOCK_FAIL_MS) return fail(`${told}: signatures and codes are refused. Set it by NTP.`);
  return Math.abs(skewMs) > CLOCK_WARN_MS ? warn(`${told}: set it by NTP.`) : ok("This clock and the server's agree.");
}

function judgeSandbox({ details }: Health): Verdict | undefined {
  const missing = details?.functions?.missing_features;
  if (missing === undefined) return undefined;
  if (missing.length === 0) return ok('Functions are held as they should be.');
  return warn(
    `The server's operating system cannot give what holds functions in: ${missing.join(', ')}. See docs/operations.md.`,
  );
}

function judgeVersion({ version, mode }: Info): Verdict {
  if (version === VERSION) return ok(`Server and command are ${VERSION}, in ${mode} mode.`);
  return warn(`The server is ${version} and this command ${VERSION}: install the same.`);
}

export function judgeMail({ mail, mail_failure: failure, mode }: Info): Verdict | undefined {
  if (mail === undefined) return undefined;
  if (mail === 'none') return warn('No mail leaves the server: set SERVICE_SMTP_URL.');
  if (failure !== undefined && failure !== null) {
    return fail(
      `The server has not been able to send mail since ${failure.at}: ${failure.error} Check SERVICE_SMTP_URL.`,
    );
  }
  return mail === 'mailbox'
    ? ok(`Mail stays in the mailbox of the console, as the ${mode} mode wants.`)
    : ok('Mail leaves.');
}

export function judgeProxy({ proxy }: Info): Verdict | undefined {
  if (proxy === undefined) return undefined;
  if (proxy === 'untrusted') {
    return fail(
      'A proxy in front of the server is not trusted: all callers share its address and its limits. Set SERVICE_TRUSTED_PROXIES to it.',
    );
  }
  return ok(
    proxy === 'trusted' ? 'The proxy in front of the server is trusted.' : 'There is no proxy in front of the server.',
  );
}
