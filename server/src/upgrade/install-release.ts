import { access, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { programOf } from './installation.ts';
import { runProgram } from './run-program.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

/** Packages whose install scripts prepare a native program. */
const WITH_SCRIPTS = 'esbuild,workerd';

/** Installs a release into `folder`, which appears whole. Keeps a folder that exists. */
export async function installRelease(archive: string, folder: string): Promise<void> {
  if (await exists(programOf(folder))) return;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  const parameters = [
    'install',
    '--global',
    '--prefix',
    part,
    `--allow-scripts=${WITH_SCRIPTS}`,
    '--no-audit',
    '--no-fund',
  ];
  // The npm that belongs to this Node, if it exists.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const { code, error } = await runProgram('npm', [...parameters, archive], { env });
  if (code !== 0) {
    await rm(part, { recursive: true, force: true });
    throw new UpgradeRefusal(`npm could not install ${archive}:\n${error.trim()}`);
  }
  await rename(part, folder);
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
