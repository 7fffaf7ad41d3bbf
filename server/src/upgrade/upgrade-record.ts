import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Installation } from './installation.ts';

/** The last upgrade, kept beside the link so that it can be taken back. */
export interface UpgradeRecord {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly saved: string;
}

/** Undefined when there is no upgrade that can be taken back. */
export async function writeRecord(installation: Installation, record: UpgradeRecord | undefined): Promise<void> {
  const path = pathOf(installation);
  if (record === undefined) return await rm(path, { force: true });
  await writeFile(`${path}.part`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

export async function findRecord(installation: Installation): Promise<UpgradeRecord | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(installation), 'utf8')) as UpgradeRecord;
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
}

function pathOf({ link }: Installation): string {
  return `${link}.upgrade.json`;
}
