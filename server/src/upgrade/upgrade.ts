import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeRelease, installedFormats, requireWayBack } from './formats.ts';
import { installRelease } from './install-release.ts';
import { folderOf, type Installation, withInstallation } from './installation.ts';
import { readPackage } from './release-package.ts';
import { readService, requireNoChanges, saveInstallation } from './running-service.ts';
import type { Supervisor } from './supervisor.ts';
import { type InstalledRelease, SwitchFailed, switchRelease } from './switch-release.ts';
import { findRecord, writeRecord } from './upgrade-record.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

/** An upgrade can be taken back for this long. After that the former release may be deleted. */
const WAY_BACK_MS = 24 * 60 * 60 * 1000;

export interface UpgradeOptions {
  readonly supervisor: Supervisor;
  readonly link: string | undefined;
  readonly except: readonly string[];
  readonly healthMs: number;
  readonly say: (text: string) => void;
}

/** The former release runs until the restart, and again if the new one fails. */
export async function upgrade(archive: string, options: UpgradeOptions): Promise<void> {
  const path = resolve(archive);
  const version = await readPackage(path);
  await withInstallation(options.link, (installation) => upgradeTo({ path, version }, installation, options));
}

async function upgradeTo(
  { path, version }: { readonly path: string; readonly version: string },
  installation: Installation,
  { say, ...rest }: UpgradeOptions,
): Promise<void> {
  const folder = folderOf(installation, version);
  if (folder === installation.current) throw new UpgradeRefusal(`Release ${version} is installed and runs already.`);
  say(`Installing release ${version} in ${folder}.`);
  await installRelease(path, folder);
  const next = await describeRelease(folder);
  const service = await readService(rest.supervisor);
  say('Saving the control plane and the formats of all stores.');
  const { folder: saved, formats } = await saveInstallation(service, version);
  try {
    requireWayBack(installedFormats(formats), next);
  } catch (error) {
    await rm(saved, { recursive: true });
    throw error;
  }
  const from = await installedAt(installation.current);
  const former = await findRecord(installation);
  await writeRecord(installation, { from: from.folder, to: folder, at: new Date().toISOString(), saved });
  try {
    await switchRelease({ ...rest, say, installation, service, from, to: { folder, version } });
  } catch (error) {
    // The upgrade before can still be taken back.
    if (error instanceof SwitchFailed && !error.isStuck) await writeRecord(installation, former);
    throw error;
  }
  say(`Release ${version} serves. "service-server rollback" takes it back until ${rollbackUntil(Date.now())}.`);
  say(`The control plane as it was before: ${saved}`);
}

export interface RollbackOptions extends UpgradeOptions {
  /** Goes back although tables are being changed. */
  readonly anyway: boolean;
}

/** Returns to the release before the last upgrade. The data stays, because that release can read it. */
export async function rollBack(options: RollbackOptions): Promise<void> {
  await withInstallation(options.link, (installation) => rollBackFrom(installation, options));
}

async function rollBackFrom(installation: Installation, { say, anyway, ...rest }: RollbackOptions): Promise<void> {
  const { from, to, at } = await requireRecord(installation);
  const service = await readService(rest.supervisor);
  const releases = { from: await installedAt(to), to: await installedAt(from) };
  if (releases.to.version === undefined && !anyway) await requireNoChanges(service);
  await switchRelease({ ...rest, say, installation, service, ...releases });
  await writeRecord(installation, undefined);
  say(`The service runs from ${from} again. The upgrade of ${at} is taken back, and nothing written since is lost.`);
}

async function requireRecord(installation: Installation) {
  const record = await findRecord(installation);
  if (record === undefined || record.to !== installation.current) {
    throw new UpgradeRefusal('There is no upgrade to take back: the last one was taken back, or was made by hand.');
  }
  if (Date.now() - Date.parse(record.at) > WAY_BACK_MS) {
    throw new UpgradeRefusal(`The upgrade was made at ${record.at}. It can be taken back for a day only.`);
  }
  return record;
}

/** Releases before 0.2.0 do not report their formats, cannot read all projects at their start and know no table changes. */
async function installedAt(folder: string): Promise<InstalledRelease> {
  const described = await describeRelease(folder).catch(() => undefined);
  return { folder, version: described?.version };
}

function rollbackUntil(nowMs: number): string {
  return new Date(nowMs + WAY_BACK_MS).toISOString();
}
