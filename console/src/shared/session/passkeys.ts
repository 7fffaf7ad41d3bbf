import { ApiFailure } from '../api/api-failure.ts';
import { answerOf, api, dataOf } from '../api/client.ts';
import { noteSignedIn } from './sign-in.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly backed_up: boolean;
}

export const passkeysQuery = {
  queryKey: ['session', 'passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => dataOf(api.GET('/api/cloud/auth/passkeys', { signal })),
};

/** The suggestion that waits on this page: a browser runs one ceremony at a time. */
let waiting: AbortController | undefined;

export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Makes a passkey in this browser. Undefined when the user closed the browser's dialog. Throws `ApiFailure`. */
export async function addPasskey(name: string | undefined): Promise<Passkey | undefined> {
  const { options, challenge_token } = await dataOf(api.POST('/api/cloud/auth/passkeys/options', { body: {} }));
  waiting?.abort();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  if (credential === undefined) return undefined;
  const body = { challenge_token, credential, ...(name !== undefined && { name }) };
  return await dataOf(api.POST('/api/cloud/auth/passkeys', { body }));
}

/** False when the user closed the browser's dialog. `suggestUntil` ends a suggestion. Throws `ApiFailure`. */
export async function signInWithPasskey(suggestUntil?: AbortSignal): Promise<boolean> {
  if (suggestUntil !== undefined && !(await PublicKeyCredential.isConditionalMediationAvailable())) return false;
  const { options, challenge_token } = await dataOf(api.POST('/api/cloud/auth/login/passkey/options', { body: {} }));
  waiting?.abort();
  waiting = suggestUntil && new AbortController();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const suggestion = waiting &&
    suggestUntil && { mediation: 'conditional' as const, signal: AbortSignal.any([waiting.signal, suggestUntil]) };
  const credential = await ask(() => navigator.credentials.get({ publicKey, ...suggestion }));
  if (credential === undefined) return false;
  await answerOf(api.POST('/api/cloud/auth/login/passkey', { body: { challenge_token, credential } }));
  noteSignedIn();
  return true;
}

async function ask(run: () => Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  try {
    const credential = await run();
    return credential === null ? undefined : { ...(credential as PublicKeyCredential).toJSON() };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    throw new ApiFailure(0, {
      error: SENTENCES[name] ?? 'The browser could not use a passkey.',
      code: 'passkey_failed',
    });
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of the account already.',
  SecurityError: 'The browser allows no passkeys on this address. Open the console at its public address.',
};
