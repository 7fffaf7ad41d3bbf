import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { openSealed, seal } from '../../../platform/crypto.ts';
import { createRedact, type Redact } from './redact.ts';
import { createSecretsStore } from './secrets-store.ts';

export interface OpenSecrets {
  readonly values: Readonly<Record<string, string>>;
  readonly redact: Redact;
}

export interface SecretName {
  readonly name: string;
  readonly updated_at: string;
  /** Approximate length of the value in characters, rounded up. */
  readonly length: number;
}

export interface Secrets {
  open(store: StoreName): Promise<OpenSecrets>;
  /** Names only; no API returns a value. */
  names(store: StoreName): Promise<readonly SecretName[]>;
  set(store: StoreName, name: string, value: string): Promise<string>;
  /** False when the secret did not exist. */
  remove(store: StoreName, name: string): Promise<boolean>;
}

export const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
export const SECRET_CHARACTERS_MAX = 16_384;

export function isSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) && value !== '' && value.length <= SECRET_CHARACTERS_MAX;
}

export interface SecretsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: Uint8Array;
  readonly others?: ((store: StoreName) => Promise<readonly string[]>) | undefined;
}

export function createSecrets({ database, clock, masterKey, others = async () => [] }: SecretsOptions): Secrets {
  const secretsStore = createSecretsStore(database);
  const write = (store: StoreName, step: PlainStep) => database.write(store, [step]);

  return {
    async open(store) {
      const [rows, hidden] = await Promise.all([secretsStore.all(store), others(store)]);
      const values = rows.map(({ name, sealed }) => [name, unseal(masterKey, store, { name, sealed })] as const);
      return {
        values: Object.freeze(Object.fromEntries(values)),
        redact: createRedact([...values.map(([, value]) => value), ...hidden]),
      };
    },
    names: async (store) =>
      (await secretsStore.all(store)).map(({ name, sealed, updated_at }) => ({
        name,
        updated_at,
        length: Math.ceil(sealed.length * TEXT_OF_SEALED),
      })),
    async set(store, name, value) {
      const sealed = seal(masterKey, secretContext(store, name), value);
      const updatedAt = isoTime(clock.now());
      await write(store, secretsStore.setStep({ name, sealed, updated_at: updatedAt }));
      return updatedAt;
    },
    async remove(store, name) {
      try {
        await write(store, secretsStore.deleteStep(name));
        return true;
      } catch (error) {
        if (isNotApplied(error, 'secret')) return false;
        throw error;
      }
    },
  };
}

/** Sealed bytes are stored as base64 text. */
const TEXT_OF_SEALED = 3 / 4;

/** Additional authenticated data: the sealed value opens only for this project and name. */
export function secretContext(store: StoreName, name: string): string {
  return `${store} functions.secrets.${name}`;
}

function unseal(masterKey: Uint8Array, store: StoreName, { name, sealed }: { name: string; sealed: string }): string {
  const value = openSealed(masterKey, secretContext(store, name), sealed);
  if (value === undefined) throw new Error(`The secret ${name} was sealed with another key.`);
  return value;
}
