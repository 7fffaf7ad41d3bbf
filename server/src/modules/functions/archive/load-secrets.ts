import { UnfitRecord } from '../../../archive/format/index.ts';
import { type Loading, type NamedSecret, storingRecords, timeOf } from '../../../archive/sections/index.ts';
import type { Database } from '../../../database/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { seal } from '../../../platform/crypto.ts';
import { isSecret, secretContext } from '../secrets/secrets.ts';
import { createSecretsStore } from '../secrets/secrets-store.ts';

const SECRETS_MAX = 200;

export interface SecretLoadContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly masterKey: Uint8Array;
}

export function openSecretLoad(context: SecretLoadContext, loading: Loading) {
  const { clock, database, masterKey } = context;
  const { store } = loading.project;
  const secretsStore = createSecretsStore(database);
  let taken = 0;

  const setStep = ({ name, value, updatedAt }: NamedSecret) => {
    if (!isSecret(name, value))
      throw new UnfitRecord(`The secret ${name.slice(0, 80)} has a name or value that is not allowed.`);
    const sealed = seal(masterKey, secretContext(store, name), value);
    return secretsStore.setStep({
      name,
      sealed,
      updated_at: updatedAt === undefined ? isoTime(clock.now()) : timeOf(updatedAt),
    });
  };

  return async (some: readonly NamedSecret[]): Promise<void> => {
    taken += some.length;
    if (taken > SECRETS_MAX) throw new UnfitRecord(`A project has at most ${SECRETS_MAX} secrets.`);
    await storingRecords(() => database.load(store, some.map(setStep)));
  };
}
