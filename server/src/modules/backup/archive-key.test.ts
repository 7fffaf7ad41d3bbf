import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal } from '../../platform/crypto.ts';
import { createArchiveKey, openArchiveKey } from './archive-key.ts';

const ID = '0199c0de-0000-7000-8000-000000000000';
const masterKey = randomBytes(32);
const order = { archiveId: ID, source: 'p_source', masterKey };

function opening(mayOpen: (source: string | undefined) => boolean, passphrase?: string) {
  return { masterKey, passphrase, mayOpen: async (source: string | undefined) => mayOpen(source) };
}

test('an archive key is wrapped by the passphrase if there is one, otherwise by the server', async () => {
  const plain = await createArchiveKey({ ...order, passphrase: undefined });
  expect(plain.wrapped.map(({ by }) => by)).toEqual(['server']);
  const locked = await createArchiveKey({ ...order, passphrase: 'correct horse battery' });
  expect(locked.wrapped.map(({ by }) => by)).toEqual(['passphrase']);
});

test('the server unwraps a key only for callers who may read the secrets of the source project', async () => {
  const { key, wrapped } = await createArchiveKey({ ...order, passphrase: undefined });
  const manifest = { archive_id: ID, key: { wrapped } };
  const opened = await openArchiveKey(
    manifest,
    opening((source) => source === 'p_source'),
  );
  if (opened.kind !== 'open') throw new Error(opened.kind);
  expect(opened.key.open('function', 'TOKEN', key.seal('function', 'TOKEN', 'hush'))).toBe('hush');
  expect(
    await openArchiveKey(
      manifest,
      opening((source) => source === 'p_mine'),
    ),
  ).toEqual({ kind: 'not_allowed' });
});

test('a wrap edited to name another source, or none, does not open', async () => {
  const { wrapped } = await createArchiveKey({ ...order, passphrase: undefined });
  for (const project of [{ project: 'p_mine' }, {}]) {
    const forged = wrapped.map((one) => (one.by === 'server' ? { by: one.by, sealed: one.sealed, ...project } : one));
    expect(
      await openArchiveKey(
        { archive_id: ID, key: { wrapped: forged } },
        opening(() => true),
      ),
    ).toEqual({
      kind: 'foreign',
    });
  }
});

test('archives of an earlier release name no source project, and the server never bypasses a passphrase', async () => {
  const bytes = randomBytes(32).toString('base64');
  const server = { by: 'server', sealed: seal(masterKey, `archive ${ID} key by server`, bytes) } as const;
  const requestedSources: unknown[] = [];
  const earlier = { archive_id: ID, key: { wrapped: [server] } };
  const opened = await openArchiveKey(
    earlier,
    opening((source) => {
      requestedSources.push(source);
      return false;
    }),
  );
  expect([opened, requestedSources]).toEqual([{ kind: 'not_allowed' }, [undefined]]);
  const { wrapped } = await createArchiveKey({ ...order, passphrase: 'correct horse battery' });
  const both = { archive_id: ID, key: { wrapped: [server, ...wrapped] } };
  expect(
    await openArchiveKey(
      both,
      opening(() => true),
    ),
  ).toEqual({ kind: 'passphrase_missing' });
});
