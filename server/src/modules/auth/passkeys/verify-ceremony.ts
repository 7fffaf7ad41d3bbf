import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';
import { sha256Hex } from '../../../platform/crypto.ts';
import { ALGORITHMS } from './algorithms.ts';
import type { Assertion, NewCredential } from './read-credential.ts';
import type { RelyingParty } from './relying-party.ts';

/** The size of an RSA key of 8,000 bits. */
const KEY_BYTES_MAX = 1024;
const COSE_ALGORITHM = 3;

/** Why a ceremony failed. Users who register see the reason; users who sign in do not. */
export type CeremonyFailure =
  | 'challenge'
  | 'origin'
  | 'host'
  | 'user_not_verified'
  | 'algorithm'
  | 'attestation'
  | 'malformed';

export interface VerifiedPasskey {
  readonly credentialId: string;
  /** The COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly transports: readonly string[];
}

interface CeremonyContext {
  readonly challenge: string;
  readonly party: RelyingParty;
}

export async function verifyRegistration(
  credential: NewCredential,
  { challenge, party }: CeremonyContext,
): Promise<VerifiedPasskey | CeremonyFailure> {
  try {
    const page = readPage(credential.response.clientDataJSON);
    const attestation = decodeAttestationObject(bytesOf(credential.response.attestationObject));
    const failure =
      failureOf({ page, authenticatorData: attestation.get('authData') }, { challenge, party }) ??
      attestationFailure(attestation);
    if (failure !== undefined) return failure;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.credential.id !== credential.id) return 'malformed';
    const { publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      isBackedUp: registrationInfo.credentialBackedUp,
      transports: credential.response.transports ?? [],
    };
  } catch {
    // The library throws plain errors for every deviation from the specification.
    return 'malformed';
  }
}

export interface VerifiedUse {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Undefined when the signature is invalid. The caller checks the counter afterwards. */
export async function verifyUse(
  assertion: Assertion,
  publicKey: string,
  { challenge, party }: CeremonyContext,
): Promise<VerifiedUse | undefined> {
  try {
    const { clientDataJSON, authenticatorData } = assertion.response;
    const page = readPage(clientDataJSON);
    const failure = failureOf({ page, authenticatorData: bytesOf(authenticatorData) }, { challenge, party });
    if (failure !== undefined) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // 0 disables the library's own check, which would come before the signature.
      credential: { id: assertion.id, publicKey: bytesOf(publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}

interface Page {
  readonly challenge: unknown;
  readonly origin: string;
  readonly isFramed: boolean;
}

function readPage(clientDataJSON: string): Page {
  const { challenge, origin, crossOrigin } = decodeClientDataJSON(clientDataJSON);
  return { challenge, origin: String(origin), isFramed: crossOrigin === true };
}

function failureOf(
  { page, authenticatorData }: { readonly page: Page; readonly authenticatorData: Uint8Array },
  { challenge, party }: CeremonyContext,
): CeremonyFailure | undefined {
  if (page.challenge !== challenge) return 'challenge';
  // In a frame of another site, users cannot see which site makes the request.
  if (page.isFramed || !party.accepts(page.origin)) return 'origin';
  const { rpIdHash, flags } = parseAuthenticatorData(Uint8Array.from(authenticatorData));
  if (Buffer.from(rpIdHash).toString('hex') !== sha256Hex(party.id)) return 'host';
  return flags.up && flags.uv ? undefined : 'user_not_verified';
}

/** Refuses certificates: checking their revocation would send requests to addresses that they name. */
function attestationFailure(attestation: ReturnType<typeof decodeAttestationObject>): CeremonyFailure | undefined {
  const format = attestation.get('fmt');
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isPlain) return 'attestation';
  const { credentialPublicKey: key } = parseAuthenticatorData(Uint8Array.from(attestation.get('authData')));
  if (key === undefined || key.length > KEY_BYTES_MAX) return 'malformed';
  const algorithm: unknown = decodeCredentialPublicKey(key).get(COSE_ALGORITHM);
  return ALGORITHMS.some((known) => known === algorithm) ? undefined : 'algorithm';
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}
