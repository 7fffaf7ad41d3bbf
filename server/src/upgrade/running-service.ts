import { chown, mkdir, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Config, createConfig, readEnv } from '../config/index.ts';
import type { ChangingTable, StoreFormat } from '../database/index.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';
import type { Supervisor } from './supervisor.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

export interface RunningService {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly config: Config;
}

const NAMED_MAX = 10;
const MAIN = fileURLToPath(new URL('./main.mjs', import.meta.url));

export async function readService(supervisor: Supervisor): Promise<RunningService> {
  const { env, cwd } = await supervisor.environment();
  process.chdir(cwd);
  return { env, cwd, config: createConfig(readEnv(env).env) };
}

export interface SavedControl {
  /** Contains the copy of the control plane. */
  readonly folder: string;
  readonly formats: readonly (readonly [store: string, format: StoreFormat])[];
}

export async function saveInstallation(service: RunningService, version: string): Promise<SavedControl> {
  const { config } = service;
  const folder = `${config.dataDir}.before-${version}`;
  const { uid, gid } = await stat(config.dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, uid, gid);
  const { code, out, error } = await runAsService(service, ['save-control', folder]);
  if (code !== 0) throw new UpgradeRefusal(`The control plane could not be saved: ${error.trim()}`);
  return { folder, formats: JSON.parse(out) as SavedControl['formats'] };
}

/** Throws while a table is being changed. A release that knows no such changes would forget them half-way. */
export async function requireNoChanges(service: RunningService): Promise<void> {
  const { code, out, error } = await runAsService(service, ['changing-tables']);
  if (code !== 0) throw new UpgradeRefusal(`The tables could not be read: ${error.trim()}`);
  const changing = JSON.parse(out) as readonly ChangingTable[];
  if (changing.length === 0) return;
  const names = changing.slice(0, NAMED_MAX).map(({ project, table }) => `${table} (${project})`);
  const more = changing.length > NAMED_MAX ? `, and ${changing.length - NAMED_MAX} more` : '';
  throw new UpgradeRefusal(
    `Tables are being changed, which the former release cannot go on with: ${names.join(', ')}${more}. ` +
      'Wait until these changes have ended, or cancel them (servicectl tables changes cancel). ' +
      'With --anyway the service goes back at once, and ends them at the next upgrade.',
  );
}

/** No file of the data directory gets another owner. */
async function runAsService({ env, cwd, config }: RunningService, parameters: readonly string[]): Promise<ProgramEnd> {
  const { uid, gid } = await stat(config.dataDir);
  const other = process.getuid?.() === uid ? {} : { uid, gid };
  return await runProgram(process.execPath, [MAIN, ...parameters], { env, cwd, ...other });
}
