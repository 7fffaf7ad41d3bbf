import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from './errors.ts';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. Each hash carries its own parameters. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each run takes 19 MiB and a thread of the pool that also serves DNS and files. */
const RUNNING_MAX = 2;
const WAITING_MAX = 200;
const BYTES_MIN = 8;
const BYTES_MAX = 1024;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/;
/** Compared with when there is no account, so that an unknown address takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export interface Passwords {
  /** PHC text. Throws `weak_password` when the password is too short or too long. */
  hash(password: string): Promise<string>;
  /** `undefined` stands for an unknown account: false, in the same time. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** Hashes with argon2id, a few at a time: what waits beyond that is refused, so that sign-ins cannot use up the machine. */
export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= RUNNING_MAX) {
      if (waiting.length >= WAITING_MAX) throw new ServiceError('overloaded', 'Too many sign-ins at once. Try again.');
      // The one that ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    async hash(password) {
      requireFit(password);
      const salt = randomBytes(SALT_BYTES);
      const tag = await inTurn(() => derive(password, salt, { ...COST, tagLength: TAG_BYTES }));
      const { memory, passes, parallelism } = COST;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
    },
    async verify(hash, password) {
      const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash ?? NOBODY) ?? [];
      const expected = Buffer.from(tag, 'base64');
      if (memory === undefined || !isFit(password)) return false;
      const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
      const actual = await inTurn(() =>
        derive(password, Buffer.from(salt, 'base64'), { ...cost, tagLength: expected.length }),
      );
      return timingSafeEqual(actual, expected) && hash !== undefined;
    },
  };
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  argon2('argon2id', { message: Buffer.from(password, 'utf8'), nonce, ...cost }, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}

function isFit(password: string): boolean {
  const bytes = Buffer.byteLength(password);
  // A lone surrogate becomes another character in UTF-8, and then two passwords would be the same.
  return bytes >= BYTES_MIN && bytes <= BYTES_MAX && password.isWellFormed();
}

function requireFit(password: string): void {
  if (isFit(password)) return;
  throw new ServiceError('weak_password', `A password has ${BYTES_MIN} to ${BYTES_MAX} bytes.`, {
    details: { fields: { password: `must have ${BYTES_MIN} to ${BYTES_MAX} bytes` } },
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
