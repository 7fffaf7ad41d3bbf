import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { failed, wrongUse } from '../../outcome/failure.ts';
import { checkedBytes } from './checked-bytes.ts';
import { readManifest } from './manifest.ts';
import { collect, type Place } from './place.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

interface Head {
  readonly backup_id: string;
  readonly master_key: string | null;
  readonly key: {
    readonly wrapped: readonly {
      readonly by: string;
      readonly m: number;
      readonly t: number;
      readonly p: number;
      readonly salt: string;
      readonly sealed: string;
    }[];
  };
}

export async function readMasterKey(place: Place, passphrase: string): Promise<string> {
  const { control } = await readManifest(place);
  const document = await collect(await checkedBytes(place, control));
  const head: Head = JSON.parse(document.subarray(0, document.indexOf('\n')).toString('utf8'));
  const wrapped = head.key.wrapped.find(({ by }) => by === 'passphrase');
  if (wrapped === undefined || head.master_key === null) {
    throw failed('The backup was made without a passphrase, so it does not hold the master key.', 'missing');
  }
  const text = open(await derive(passphrase, wrapped), `archive ${head.backup_id} key by passphrase`, wrapped.sealed);
  if (text === undefined) throw failed('This is not the passphrase of the backup.', 'wrong_passphrase');
  const key = open(Buffer.from(text, 'base64'), `archive ${head.backup_id} master_key `, head.master_key);
  if (key === undefined) throw failed('The master key in the backup is damaged.', 'invalid_archive');
  return key;
}

async function derive(
  passphrase: string,
  { m: memory, t: passes, p: parallelism, salt }: Head['key']['wrapped'][number],
): Promise<Buffer> {
  if (typeof crypto.argon2 !== 'function') throw wrongUse('This command needs Node 24.7 or newer.');
  const message = Buffer.from(passphrase, 'utf8');
  const nonce = Buffer.from(salt, 'base64');
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: KEY_BYTES };
  return await promisify(crypto.argon2)('argon2id', parameters);
}

/** Opens what the service sealed: version, nonce, tag, AES-256-GCM. */
function open(key: Buffer, context: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [
    bytes.subarray(1, 1 + NONCE_BYTES),
    bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES),
  ];
  const decipher = crypto.createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
