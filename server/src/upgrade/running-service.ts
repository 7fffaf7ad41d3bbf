import { chown, mkdir, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Config, createConfig, readEnv } from '../config/index.ts';
import type { StoreFormat } from '../database/index.ts';
import { runProgram } from './run-program.ts';
import type { Supervisor } from './supervisor.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

export interface RunningService {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly config: Config;
}

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

export async function saveInstallation({ env, cwd, config }: RunningService, version: string): Promise<SavedControl> {
  const folder = `${config.dataDir}.before-${version}`;
  const { uid, gid } = await stat(config.dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, uid, gid);
  const other = process.getuid?.() === uid ? {} : { uid, gid };
  const { code, out, error } = await runProgram(process.execPath, [MAIN, 'save-control', folder], {
    env,
    cwd,
    ...other,
  });
  if (code !== 0) throw new UpgradeRefusal(`The control plane could not be saved: ${error.trim()}`);
  return { folder, formats: JSON.parse(out) as SavedControl['formats'] };
}
