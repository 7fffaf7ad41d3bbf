import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'recovery.json';

/** A data directory contains this file while a recovery is incomplete. */
export interface RecoveryMark {
  /** `running`: begun and not ended. `partial`: usable, without some stores. */
  readonly state: 'running' | 'partial';
  readonly generation: string;
  readonly at: string | null;
  readonly missing: readonly string[];
}

export function readMark(dataDir: string): RecoveryMark | undefined {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return undefined;
  try {
    const { state, generation, at, missing } = JSON.parse(readFileSync(path, 'utf8'));
    if (state === 'partial' && Array.isArray(missing)) return { state, generation, at: at ?? null, missing };
    return { state: 'running', generation: String(generation), at: at ?? null, missing: [] };
  } catch {
    return { state: 'running', generation: '', at: null, missing: [] };
  }
}

export function writeMark(dataDir: string, mark: RecoveryMark): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.part`, `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}

export function removeMark(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
