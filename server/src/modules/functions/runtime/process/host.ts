import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Confinement, Held, Holding } from '../../../../platform/confinement/index.ts';

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

/** Rejects with `CannotStart` where this machine starts no functions. */
export async function openHost(confinement: Confinement): Promise<Host> {
  const holding = functionsHolding();
  const held = await confinement.hold(holding);
  return { program: holding.program, openSandbox: held.openSandbox };
}

/** How processes of functions are held, and their program. */
export function functionsHolding(): Holding & Pick<Host, 'program'> {
  program ??= programPath();
  return {
    name: 'functions',
    program,
    probe: [program, '--version'],
    limits: { dataKilobytes: DATA_KILOBYTES_MAX, mayWriteFiles: true },
  };
}

function programPath(): string {
  const path: unknown = createRequire(import.meta.url)('workerd');
  const found = Object(path).default ?? path;
  if (typeof found !== 'string' || !existsSync(found))
    throw new Error('The program that runs functions is not installed.');
  return found;
}
