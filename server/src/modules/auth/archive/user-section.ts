import type { Compilable } from 'kysely';
import { UnfitRecord } from '../../../archive/format/index.ts';
import {
  type ArchiveSection,
  createRecordReader,
  type Loading,
  type SectionLoad,
  storingRecords,
  timeOf,
  timeOrNull,
  uuidOf,
} from '../../../archive/sections/index.ts';
import type { Database, Snapshot } from '../../../database/index.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/index.ts';
import { openSealed, seal } from '../../../platform/crypto.ts';
import { parseEmail } from '../../../platform/email.ts';
import { inPieces } from '../../../platform/in-pieces.ts';
import type { Passwords } from '../../../platform/passwords/index.ts';
import { isTotpSecret, totpContext } from '../factors/index.ts';
import type { PasskeyRow } from '../passkeys/index.ts';
import { presentUser } from '../present-user.ts';
import { type IdentityRow, NEW_USER, type UserRow } from '../users-store.ts';
import { type PasskeyRecord, type UserArchiveTables, type UserRecord, userRecord } from './user-record.ts';

const AT_ONCE = 50;

export interface UserSectionOptions {
  readonly database: Database;
  readonly masterKey: Uint8Array;
  readonly passwords: Pick<Passwords, 'canVerify'>;
}

/** Archives a project's users with their passwords, identities, passkeys and second factors. Sessions and mail tokens are not archived. */
export function createUserSection(options: UserSectionOptions): ArchiveSection {
  const { database, masterKey } = options;
  const db = createSqlBuilder<UserArchiveTables>(database);
  const ask = async <Row>(snapshot: Snapshot, query: Compilable<Row>): Promise<readonly Row[]> =>
    (await snapshot.query(statementOf(query))) as readonly unknown[] as readonly Row[];

  return {
    folder: 'users',
    secretKind: 'totp',
    async save({ store, snapshot, record, secret }) {
      for await (const page of snapshot.rows(statementOf(db.selectFrom('_users').selectAll().orderBy('id')))) {
        const users = page as readonly unknown[] as readonly UserRow[];
        const ids = users.map(({ id }) => id);
        const identities = await ask(
          snapshot,
          db
            .selectFrom('_identities')
            .selectAll()
            .where('user_id', 'in', ids)
            .orderBy('created_at')
            .orderBy('provider'),
        );
        const codes = await ask(
          snapshot,
          db.selectFrom('_recovery_codes').selectAll().where('user_id', 'in', ids).orderBy('hash'),
        );
        const passkeys = await ask(
          snapshot,
          db.selectFrom('_passkeys').selectAll().where('user_id', 'in', ids).orderBy('id'),
        );
        const passkeysOf = Map.groupBy(passkeys, ({ user_id }) => user_id);
        const identitiesOf = Map.groupBy(identities, ({ user_id }) => user_id);
        const codesOf = Map.groupBy(codes, ({ user_id }) => user_id);
        for (const row of users) {
          const passkeys = (passkeysOf.get(row.id) ?? []).map(passkeyRecord);
          const codes = codesOf.get(row.id) ?? [];
          await record(recordOf(row, { identities: identitiesOf.get(row.id) ?? [], passkeys, codes }));
          if (row.totp_enabled !== 1 || row.totp_secret === null) continue;
          const opened = openSealed(masterKey, totpContext({ store }, row.id), row.totp_secret);
          if (opened === undefined) throw new Error(`The second factor of the user ${row.id} does not open.`);
          await secret('totp', row.id, opened);
        }
      }
    },
    openLoad: (loading) => openLoad(options, loading),
  };
}

function recordOf(
  row: UserRow,
  {
    identities,
    passkeys,
    codes,
  }: {
    readonly identities: readonly IdentityRow[];
    readonly passkeys: readonly PasskeyRecord[];
    readonly codes: readonly { readonly hash: string }[];
  },
): UserRecord {
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const { providers: shown, ...user } = presentUser(row, providers);
  return {
    ...user,
    metadata: user.metadata as UserRecord['metadata'],
    providers: [...shown],
    disabled: row.disabled === 1,
    password_hash: row.password_hash,
    pending: row.is_pending === 1,
    identities: identities.map(({ user_id: _user, ...identity }) => identity),
    passkeys: [...passkeys],
    recovery_hashes: codes.map(({ hash }) => hash),
  };
}

function openLoad({ database, masterKey, passwords }: UserSectionOptions, loading: Loading): SectionLoad {
  const db = createSqlBuilder<UserArchiveTables>(database);
  const { store } = loading.project;
  const read = createRecordReader(userRecord);
  /** Ids of users whose second factor was on, with their addresses, until the archive delivers the secret. */
  const waiting = new Map<string, string>();

  const insert = async (users: readonly UserRecord[]): Promise<void> => {
    const identities = users.flatMap(identityRows);
    const passkeys = users.flatMap(passkeyRows);
    const codes = users.flatMap(({ id, recovery_hashes: hashes }) => hashes.map((hash) => ({ user_id: id, hash })));
    await storingRecords(() =>
      database.load(store, [
        plainStep(db.insertInto('_users').values(users.map((user) => rowOf(user, passwords)))),
        ...inPieces(identities, AT_ONCE).map((piece) => plainStep(db.insertInto('_identities').values(piece))),
        ...inPieces(passkeys, AT_ONCE).map((piece) => plainStep(db.insertInto('_passkeys').values(piece))),
        ...inPieces(codes, AT_ONCE).map((piece) => plainStep(db.insertInto('_recovery_codes').values(piece))),
      ]),
    );
  };

  return {
    async take(records) {
      const users = records.map(read).map((user) => ({ ...user, id: uuidOf(user.id) }));
      for (const { id, email, mfa_enabled: isOn } of users) if (isOn) waiting.set(id, email);
      for (const piece of inPieces(users, AT_ONCE)) await insert(piece);
    },
    async takeSecrets(secrets) {
      for (const { name, value } of secrets) {
        if (!isTotpSecret(value))
          throw new UnfitRecord(`The second factor of the user ${name.slice(0, 80)} is not valid.`);
      }
      const known = secrets.filter(({ name }) => waiting.delete(name));
      if (known.length === 0) return;
      await database.load(
        store,
        known.map(({ name, value }) => {
          const sealed = seal(masterKey, totpContext({ store }, name), value);
          return plainStep(
            db.updateTable('_users').set({ totp_secret: sealed, totp_enabled: 1 }).where('id', '=', name),
          );
        }),
      );
    },
    async finish() {
      for (const email of waiting.values()) {
        const reason = 'The second factor is off: its secret was left out.';
        loading.leaveOut({ kind: 'totp', name: email, reason });
      }
      // Recovery codes must not outlive their factor: they would work for a factor that is enrolled later.
      for (const piece of inPieces([...waiting.keys()], AT_ONCE)) {
        await database.load(store, [plainStep(db.deleteFrom('_recovery_codes').where('user_id', 'in', piece))]);
      }
    },
  };
}

function rowOf(user: UserRecord, passwords: Pick<Passwords, 'canVerify'>): UserRow {
  const email = parseEmail(user.email);
  if (email !== user.email) throw new UnfitRecord(`The user ${user.id} has an invalid email address.`);
  const hash = user.password_hash;
  if (hash !== null && !passwords.canVerify(hash)) {
    throw new UnfitRecord(`The password of the user ${user.id} has an unknown hash format.`);
  }
  return {
    ...NEW_USER,
    id: user.id,
    email,
    email_verified: user.email_verified ? 1 : 0,
    password_hash: hash,
    name: user.name,
    avatar_url: user.avatar_url,
    role: user.role,
    metadata: JSON.stringify(user.metadata),
    disabled: user.disabled ? 1 : 0,
    providers: JSON.stringify([...new Set(user.identities.map(({ provider }) => provider))]),
    is_pending: user.pending ? 1 : 0,
    created_at: timeOf(user.created_at),
    updated_at: timeOf(user.updated_at),
    last_sign_in_at: timeOrNull(user.last_sign_in_at),
  };
}

function identityRows({ id, identities }: UserRecord): IdentityRow[] {
  return identities.map((identity) => ({ ...identity, user_id: id, created_at: timeOf(identity.created_at) }));
}

function passkeyRecord({ user_id: _user, transports, backed_up, ...passkey }: PasskeyRow): PasskeyRecord {
  return { ...passkey, transports: JSON.parse(transports) as string[], backed_up: backed_up === 1 };
}

function passkeyRows({ id: userId, passkeys = [] }: UserRecord): PasskeyRow[] {
  return passkeys.map((passkey) => ({
    ...passkey,
    id: uuidOf(passkey.id),
    user_id: userId,
    transports: JSON.stringify(passkey.transports),
    backed_up: passkey.backed_up ? 1 : 0,
    created_at: timeOf(passkey.created_at),
    last_used_at: timeOrNull(passkey.last_used_at),
  }));
}
