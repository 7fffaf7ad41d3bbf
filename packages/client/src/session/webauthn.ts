import type { ServiceError } from '../core/service-error.ts';
import type { SignInCore } from './sign-in.ts';

export interface StartedCeremony<Options> {
  readonly data: { readonly options: Options; readonly challenge_token: string };
}

type WithId = { readonly id: string };

export interface CreationJson
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  readonly challenge: string;
  readonly user: WithId & { readonly name: string; readonly displayName: string };
  readonly excludeCredentials: readonly (WithId & { readonly transports?: AuthenticatorTransport[] })[];
}

export interface RequestJson {
  readonly challenge: string;
}

/** The suggestion that waits in this page: a browser runs one ceremony at a time. */
let waiting: AbortController | undefined;

export function replaceWaiting(signals: readonly (AbortSignal | undefined)[] | undefined): AbortSignal | undefined {
  waiting?.abort();
  waiting = signals && new AbortController();
  return waiting && AbortSignal.any([waiting.signal, ...(signals ?? [])].filter((signal) => signal !== undefined));
}

export const hasPasskeys = (): boolean => globalThis.PublicKeyCredential !== undefined;

/** Throws `passkeys_unsupported`. */
export async function requireSupport(core: SignInCore, isSuggestion: boolean): Promise<void> {
  const isThere =
    hasPasskeys() && (!isSuggestion || (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true);
  if (!isThere) {
    throw new core.ServiceError('This browser has no passkeys, or the page is not on https.', {
      code: 'passkeys_unsupported',
    });
  }
}

export async function createCredential(core: SignInCore, options: CreationJson): Promise<object> {
  const { challenge, user, excludeCredentials, ...rest } = options;
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map((known) => ({
      ...known,
      type: 'public-key' as const,
      id: bytesOf(known.id),
    })),
  };
  return await ask(core, () => navigator.credentials.create({ publicKey }));
}

export async function getCredential(
  core: SignInCore,
  { challenge, ...rest }: RequestJson,
  signal: AbortSignal | undefined,
  isSuggestion: boolean,
): Promise<object> {
  const publicKey: PublicKeyCredentialRequestOptions = { ...rest, challenge: bytesOf(challenge), allowCredentials: [] };
  return await ask(core, () =>
    navigator.credentials.get({
      publicKey,
      ...(signal && { signal }),
      ...(isSuggestion && { mediation: 'conditional' as const }),
    }),
  );
}

/** Runs a ceremony of the browser. Rejects with `passkey_cancelled`, `aborted`, `duplicate` or `passkeys_unsupported`. */
async function ask(core: SignInCore, run: () => Promise<Credential | null>): Promise<object> {
  try {
    const credential = await run();
    if (credential) return jsonOf(credential as PublicKeyCredential);
  } catch (cause) {
    throw failureOf(core, cause);
  }
  throw failureOf(core, undefined);
}

function failureOf(core: SignInCore, cause: unknown): ServiceError {
  switch ((cause as Error | undefined)?.name) {
    case 'AbortError':
      return new core.ServiceError('The request was cancelled.', { code: 'aborted', cause });
    case 'InvalidStateError':
      return new core.ServiceError('This device has a passkey of the account already.', { code: 'duplicate', cause });
    case 'SecurityError':
    case 'NotSupportedError':
      return new core.ServiceError('The browser allows no passkeys of the project on this page.', {
        code: 'passkeys_unsupported',
        cause,
      });
    default:
      // Browsers give the same error for a closed dialog, an expired time limit and a device that knows no passkey.
      return new core.ServiceError('No passkey was used.', { code: 'passkey_cancelled', cause });
  }
}

/** Like `toJSON` of the credential, which older browsers and some password managers lack. */
function jsonOf({ id, type, rawId, response }: PublicKeyCredential): object {
  const answer = response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;
  const bytes = fields.flatMap((field) => (answer[field] ? [[field, textOf(answer[field])]] : []));
  const transports = answer.getTransports?.();
  return {
    id,
    type,
    rawId: textOf(rawId),
    response: { ...Object.fromEntries(bytes), ...(transports && { transports }) },
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
