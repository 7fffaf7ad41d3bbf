import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { textAt } from './api-client.ts';

/** An authenticator with one passkey (ES256, no attestation), for pages of this origin. */
export class Authenticator {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';
  #count = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** The body that registers the passkey, for an answer to `/passkeys/options`. */
  register(answer: unknown): object {
    this.#userHandle = textAt(answer, 'data', 'options', 'user', 'id');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, this.#coseKey]);
    const data = this.#data(textAt(answer, 'data', 'options', 'rp', 'id'), 0x45, attested);
    // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const clientDataJSON = this.#page('webauthn.create', answer);
    return this.#body(answer, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) });
  }

  /** The body that signs in, for an answer to `/login/passkey/options`. */
  signIn(answer: unknown): object {
    const clientDataJSON = this.#page('webauthn.get', answer);
    const data = this.#data(textAt(answer, 'data', 'options', 'rpId'), 0x05, Buffer.alloc(0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), this.#key);
    return this.#body(answer, {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle: this.#userHandle,
    });
  }

  #page(type: string, answer: unknown): Buffer {
    const challenge = textAt(answer, 'data', 'options', 'challenge');
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** `flags`: 0x01 the user is present, 0x04 verified, 0x40 a new key follows. */
  #data(host: string, flags: number, attested: Buffer): Buffer {
    this.#count += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(this.#count, 1);
    return Buffer.concat([sha256(Buffer.from(host)), head, attested]);
  }

  #body(answer: unknown, response: object): object {
    const id = text(this.#id);
    return {
      challenge_token: textAt(answer, 'data', 'challenge_token'),
      credential: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    };
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
