import {
  type CredentialJson,
  createPasskey,
  type Deviation,
  type PasskeyTraits,
  type SoftwarePasskey,
} from './authenticator.ts';
import type { CallReply } from './browser.ts';
import type { TestProject } from './start-test-server.ts';
import type { Visitor } from './visitor.ts';

/** The page of the app in these tests. Development mode allows it, and its host is the default one. */
export const APP_ORIGIN = 'http://localhost:3000';

interface CeremonyStart<Options> {
  readonly data: { readonly options: Options; readonly challenge_token: string };
}
type Creation = Parameters<typeof createPasskey>[1];
type Request = Parameters<SoftwarePasskey['sign']>[0];

/** A browser that calls a project's accounts or those of the console; paths start with `/auth`. */
export interface PasskeyBrowser {
  call<Body = unknown>(path: string, json?: unknown, method?: string): Promise<CallReply<Body>>;
}

/** A visitor's browser with passkeys. */
export function passkeyBrowser({ api }: Pick<Visitor, 'api'>): PasskeyBrowser {
  return {
    call: <Body>(path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') =>
      api<Body>(path, { method, ...(json !== undefined && { json }) }),
  };
}

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly backed_up: boolean;
}

export async function enablePasskeys(project: TestProject, host?: string): Promise<void> {
  const passkeys = { enabled: true, ...(host !== undefined && { rp_id: host }) };
  const saved = await project.cloudApi('/settings', { method: 'PATCH', json: { auth: { passkeys } } });
  if (saved.status !== 200) throw new Error(saved.text);
}

export async function startRegistration(browser: PasskeyBrowser): Promise<CeremonyStart<Creation>['data']> {
  const asked = await browser.call<CeremonyStart<Creation>>('/auth/passkeys/options', {});
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return asked.body.data;
}

/** Asks for options, makes a passkey for them and sends it. */
export async function registerPasskey(
  browser: PasskeyBrowser,
  traits: PasskeyTraits & Deviation & { readonly name?: string; readonly page?: string } = {},
): Promise<{ readonly passkey: SoftwarePasskey; readonly reply: CallReply<{ data: ShownPasskey }> }> {
  const { name, page = APP_ORIGIN, ...how } = traits;
  const { options, challenge_token } = await startRegistration(browser);
  const passkey = createPasskey(page, options, how);
  const body = { ...(name !== undefined && { name }), challenge_token, credential: passkey.registration };
  return { passkey, reply: await browser.call('/auth/passkeys', body) };
}

/** A passkey of the signed-in user. */
export async function addPasskey(browser: PasskeyBrowser, traits: PasskeyTraits = {}): Promise<SoftwarePasskey> {
  const { passkey, reply } = await registerPasskey(browser, traits);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return passkey;
}

export async function startSignIn(browser: PasskeyBrowser): Promise<CeremonyStart<Request>['data']> {
  const asked = await browser.call<CeremonyStart<Request>>('/auth/login/passkey/options', {});
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return asked.body.data;
}

export async function signInWith(
  browser: PasskeyBrowser,
  passkey: SoftwarePasskey,
  how: Deviation & { readonly change?: (credential: CredentialJson) => unknown } = {},
): Promise<CallReply<unknown>> {
  const { change = (credential: CredentialJson) => credential, ...deviation } = how;
  const { options, challenge_token } = await startSignIn(browser);
  const credential = change(passkey.sign(options, deviation));
  return await browser.call('/auth/login/passkey', { challenge_token, credential });
}
