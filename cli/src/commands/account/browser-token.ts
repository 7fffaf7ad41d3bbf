import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { postForm } from '../../api/post-form.ts';
import type { Context } from '../../command/context.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, failed } from '../../outcome/failure.ts';
import { requireToken } from '../../settings/read-token-file.ts';

const CLIENT_ID = 'servicectl';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628: after `slow_down`, a program waits five seconds longer between all later polls. */
const SLOW_DOWN_S = 5;
/** The interval applies between two polls, so the first poll is early, for users who allow the sign-in at once. */
const FIRST_WAIT_MS = 1000;

interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly interval: number;
}

interface TokenAnswer {
  readonly access_token?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** Signs in by a code that the user types into the console, in a browser on any machine (RFC 8628). */
export async function browserToken(context: Context, origin: string): Promise<string> {
  const begun = await postForm<DeviceAnswer>(
    `${origin}/oauth/device`,
    { client_id: CLIENT_ID, device_name: hostname() },
    context.signal,
  );
  if (begun.status !== 200) throw cannotBegin(origin, begun.status);
  const { device_code: code, user_code, verification_uri: page, verification_uri_complete: address } = begun.body;
  await showCode(context, { user_code, page, address });
  let intervalS = begun.body.interval;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = intervalS * 1000) {
    await sleep(waitMs, undefined, { signal: context.signal });
    const fields = { grant_type: GRANT, device_code: code, client_id: CLIENT_ID };
    const { body } = await postForm<TokenAnswer>(`${origin}/oauth/token`, fields, context.signal);
    if (body.access_token !== undefined) return requireToken(body.access_token, 'The server');
    if (body.error === 'slow_down') intervalS += SLOW_DOWN_S;
    else if (body.error !== 'authorization_pending') throw refused(body);
  }
}

interface ShownCode {
  readonly user_code: string;
  readonly page: string;
  readonly address: string;
}

async function showCode({ output }: Context, { user_code, page, address }: ShownCode): Promise<void> {
  const text = `Open ${page} and type the code ${user_code}\nor open ${address}`;
  await output.request({ type: 'code', user_code, url: page, address }, text);
}

function cannotBegin(origin: string, status: number): Failure {
  if (status === 404)
    return failed(`${origin} does not support signing in with the browser: use a personal token.`, 'unsupported');
  return failed(`${origin} did not begin a sign-in (HTTP ${status}). Try again in a minute.`, 'login_failed');
}

function refused({ error, error_description: description }: TokenAnswer): Failure {
  const sentence = error === 'access_denied' ? 'The sign-in was refused in the browser.' : description;
  return new Failure(sentence ?? 'The server did not give a token.', {
    exit: EXIT.denied,
    code: error ?? 'login_failed',
  });
}
