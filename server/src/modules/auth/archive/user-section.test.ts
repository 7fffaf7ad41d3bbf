import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../database/index.ts';
import { systemClock } from '../../../platform/clock.ts';
import { newTotpSecret } from '../factors/totp.ts';
import { createUserSection } from './user-section.ts';

const PROJECT = {
  id: 'shop',
  store: `p_${'1'.repeat(32)}`,
  name: 'Shop',
  plan: 'free',
  publicKey: 'pk_shop',
  allowedOrigins: [],
  createdAt: '2026-05-01T09:30:00.000Z',
} as const;

test('an archive whose second factors have impossible or empty secrets is refused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'user-section-'));
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  const section = createUserSection({ database, masterKey: randomBytes(32), passwords: { canVerify: () => true } });
  const loading = { project: PROJECT, isDryRun: false, isPaused: false };
  const load = section.openLoad({ ...loading, leaveOut: () => undefined, secret: () => undefined });
  const take = async (value: string) => await load.takeSecrets?.([{ name: 'ann', value }]);
  for (const value of ['', 'not base32!', newTotpSecret().toLowerCase(), 'A'.repeat(15)]) {
    await expect(take(value)).rejects.toThrow('The second factor of the user ann is not valid.');
  }
  await take(newTotpSecret());
  await database.close();
  await rm(directory, { recursive: true });
});
