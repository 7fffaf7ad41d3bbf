import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Confinement, Held } from '../../../../platform/confinement/index.ts';

/** The machine, as far as processes of functions need it. */
export interface Host extends Held {
  /** Where the program lies that runs functions. */
  readonly program: string;
}

/**
 * Data that V8 reserves in a process without using it, data of an idle process, and the 128 MB of a project with half as
 * much again for garbage: V8 asks for new buffers before it has let go of the old.
 */
const DATA_KILOBYTES_MAX = 524_288 + 64 * 1024 + 192 * 1024;

let program: string | undefined;

export async function openHost(confinement: Confinement): Promise<Host> {
  program ??= programPath();
  const held = await confinement.hold({
    name: 'functions',
    probe: [program, '--version'],
    limits: { dataKilobytes: DATA_KILOBYTES_MAX, mayWriteFiles: true },
  });
  return { program, openSandbox: held.openSandbox };
}

function programPath(): string {
  const path: unknown = createRequire(import.meta.url)('workerd');
  const found = Object(path).default ?? path;
  if (typeof found !== 'string' || !existsSync(found))
    throw new Error('The program that runs functions is not installed.');
  return found;
}
