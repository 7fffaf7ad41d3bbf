import { readlink, realpath, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockFile } from '../platform/lock-file.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

export interface Installation {
  readonly link: string;
  /** Where the link leads: `/opt/service-0.1.0`. */
  readonly current: string;
}

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** The installation that contains this program, unless `--link` names another one. */
async function findInstallation(asked: string | undefined): Promise<Installation> {
  // <folder>/lib/node_modules/service/dist/<this file>
  const folder = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
  const link = asked ?? folder.replace(/-\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, '');
  try {
    await readlink(link);
  } catch (error) {
    throw new UpgradeRefusal(
      `${link} is no link to a release. Install as docs/deploy.md says, or name the link with --link.`,
      {
        cause: error,
      },
    );
  }
  return { link, current: await realpath(link) };
}

/** Runs while no other upgrade or rollback does. The system releases the lock when this process ends. */
export async function withInstallation<Result>(
  asked: string | undefined,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const { link } = await findInstallation(asked);
  const lock = lockFile(`${link}.upgrade.lock`);
  if (lock === undefined) {
    throw new UpgradeRefusal(`Another upgrade or rollback of ${link} is running. Wait until it has ended.`);
  }
  try {
    // Another upgrade may have switched the link before this one got the lock.
    return await work(await findInstallation(link));
  } finally {
    lock.release();
  }
}

export function folderOf({ link }: Installation, version: string): string {
  if (!VERSION.test(version)) throw new UpgradeRefusal(`"${version}" is no version.`);
  return `${link}-${version}`;
}

export function programOf(folder: string): string {
  return join(folder, 'bin/service-server');
}

/** Replaces the link in one step. A running service keeps its files, because those of a release never change. */
export async function pointTo({ link }: Installation, folder: string): Promise<void> {
  const fresh = `${link}.${process.pid}`;
  await symlink(folder, fresh);
  await rename(fresh, link);
}
