import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Confinement, createConfinement, type Isolation } from '../src/platform/confinement/index.ts';
import { type Logger, silentLogger } from '../src/platform/logger.ts';

export interface TestConfinement extends Confinement, AsyncDisposable {
  readonly dataDir: string;
}

export interface TestConfinementOptions {
  readonly logger?: Logger;
  readonly isolation?: Isolation;
  /** Created, and removed at the end, when not given. */
  readonly dataDir?: string;
}

/** The real confinement, in a data directory that only the tests' user may enter. */
export function openConfinement(options: TestConfinementOptions = {}): TestConfinement {
  const { logger = silentLogger, isolation = 'best_effort' } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'confinement-data-'));
  const confinement = createConfinement({ dataDir, isolation, logger });
  return {
    ...confinement,
    dataDir,
    async [Symbol.asyncDispose]() {
      await confinement.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
