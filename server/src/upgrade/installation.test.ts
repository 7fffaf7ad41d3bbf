import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pointTo, withInstallation } from './installation.ts';

async function createInstallation() {
  const folder = await mkdtemp(join(tmpdir(), 'installation-'));
  const link = join(folder, 'service');
  for (const version of ['1.0.0', '1.1.0']) await mkdir(`${link}-${version}`);
  await symlink(`${link}-1.0.0`, link);
  return { link, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('an upgrade is refused while another works on the installation, and possible after it has ended or failed', async () => {
  await using installation = await createInstallation();
  const { link } = installation;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = withInstallation(link, async (found) => {
    begun.resolve();
    await end.promise;
    await pointTo(found, `${link}-1.1.0`);
    throw new Error('The first upgrade failed.');
  });
  await begun.promise;
  await expect(withInstallation(link, async () => 'second')).rejects.toThrow('Another upgrade or rollback');
  end.resolve();
  await expect(first).rejects.toThrow('The first upgrade failed.');
  expect(await withInstallation(link, async ({ current }) => current)).toBe(`${link}-1.1.0`);
});
