import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bytesOfCbor, type CborValue } from './cbor.ts';

export type PasskeyAlgorithm = 'ES256' | 'RS256' | 'EdDSA' | 'ES384';

/** Instructions for an authenticator to misbehave. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly counter?: number;
  /** The user handle of an assertion; null leaves it out. */
  readonly userHandle?: string | null;
  /** Changes the attestation object before it is encoded. */
  readonly attestation?: (object: Map<CborValue, CborValue>) => Map<CborValue, CborValue>;
  /** Changes the authenticator data. */
  readonly authenticatorData?: (data: Buffer) => Buffer;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** The JSON form of a credential, as browsers send it. */
export interface CredentialJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly clientExtensionResults: object;
  readonly response: Readonly<Record<string, unknown>>;
}

export interface SoftwarePasskey {
  readonly id: string;
  /** The credential in the answer to registration options. */
  readonly registration: CredentialJson;
  /** Signs a challenge. Counts up with every signature, unless made without a counter. */
  sign(options: RequestOptions, deviation?: Deviation): CredentialJson;
}

export interface PasskeyTraits {
  readonly algorithm?: PasskeyAlgorithm;
  /** False: always sends 0, as synchronised passkeys do. */
  readonly counts?: boolean;
  readonly backedUp?: boolean;
  /** Uses this credential id instead of a random one. */
  readonly credentialId?: string;
}

const FLAG = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** Makes a passkey for a page of this origin, as a browser with an authenticator would, for tests. */
export function createPasskey(
  origin: string,
  options: CreationOptions,
  traits: PasskeyTraits & Deviation = {},
): SoftwarePasskey {
  const { algorithm = 'ES256', counts = true, backedUp = false, ...deviation } = traits;
  const { privateKey, coseKey } = createKey(algorithm);
  const credentialId = traits.credentialId ?? randomBytes(32).toString('base64url');
  const rawId = Buffer.from(credentialId, 'base64url');
  let counter = counts ? 1 : 0;

  const dataOf = (rpId: string, attested: Buffer, how: Deviation): Buffer => {
    const flags =
      (how.userPresent === false ? 0 : FLAG.present) |
      (how.userVerified === false ? 0 : FLAG.verified) |
      (backedUp ? FLAG.backupEligible | FLAG.backedUp : 0) |
      (attested.length > 0 ? FLAG.attested : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(how.counter ?? counter, 1);
    const data = Buffer.concat([sha256(Buffer.from(how.rpId ?? rpId)), head, attested]);
    return how.authenticatorData?.(data) ?? data;
  };

  const length = Buffer.alloc(2);
  length.writeUInt16BE(rawId.length);
  const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey]);
  const attestation = new Map<CborValue, CborValue>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', dataOf(options.rp.id, attested, deviation)],
  ]);
  return {
    id: credentialId,
    registration: credentialOf(credentialId, {
      clientDataJSON: clientData('webauthn.create', origin, options.challenge, deviation).toString('base64url'),
      attestationObject: bytesOfCbor(deviation.attestation?.(attestation) ?? attestation).toString('base64url'),
      transports: ['internal'],
    }),
    sign({ challenge, rpId }, how = {}) {
      if (counts) counter += 1;
      const client = clientData('webauthn.get', origin, challenge, how);
      const data = dataOf(rpId, Buffer.alloc(0), how);
      const signature = signWith(algorithm, how.key ?? privateKey, Buffer.concat([data, sha256(client)]));
      const userHandle = how.userHandle === undefined ? options.user.id : how.userHandle;
      return credentialOf(credentialId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      });
    },
  };
}

function credentialOf(id: string, response: CredentialJson['response']): CredentialJson {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

function clientData(type: string, origin: string, challenge: string, how: Deviation): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: how.type ?? type,
      challenge: how.challenge ?? challenge,
      origin: how.origin ?? origin,
      crossOrigin: how.crossOrigin ?? false,
    }),
  );
}

function createKey(algorithm: PasskeyAlgorithm): { readonly privateKey: KeyObject; readonly coseKey: Buffer } {
  const { privateKey, publicKey } = keyPair(algorithm);
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const entries: Readonly<Record<PasskeyAlgorithm, readonly (readonly [CborValue, CborValue])[]>> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    ES384: [
      [1, 2],
      [3, -35],
      [-1, 2],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
  };
  return { privateKey, coseKey: bytesOfCbor(new Map(entries[algorithm])) };
}

function keyPair(algorithm: PasskeyAlgorithm) {
  switch (algorithm) {
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case 'ES384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' });
    case 'RS256':
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
    case 'EdDSA':
      return generateKeyPairSync('ed25519');
  }
}

function signWith(algorithm: PasskeyAlgorithm, key: KeyObject, data: Buffer): Buffer {
  if (algorithm === 'EdDSA') return sign(null, data, key);
  return sign(algorithm === 'ES384' ? 'sha384' : 'sha256', data, key);
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
