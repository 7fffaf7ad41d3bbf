import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConfinedProgram, Confinement, Sandboxes } from '../../../../platform/confinement/index.ts';

export interface Host extends Sandboxes {
  readonly program: string;
}

/** V8's reserve, an idle process, and 128 MB plus half: V8 allocates new buffers before it frees old ones. */
const DATA_KILOBYTES_MAX = 524_288 + 64 * 1024 + 192 * 1024;

/** The system's certificate authorities, where distributions keep them: the program does not start without any. */
const CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/ssl/cert.pem',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
];

/** A Cap'n Proto message whose root is null: with it the program starts completely, finds nothing to serve and ends. */
const EMPTY_CONFIG = Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

let program: string | undefined;

export async function openHost(confinement: Confinement): Promise<Host> {
  const holding = functionsProgram();
  const held = await confinement.hold(holding);
  return { program: holding.program, openSandbox: held.openSandbox };
}

export function functionsProgram(): ConfinedProgram & Pick<Host, 'program'> {
  program ??= programPath();
  const functionsProgram = program;
  return {
    name: 'functions',
    program,
    probe: { command: [program, '--version'] },
    rehearsal: { command: [program, 'serve', '--binary', '-'], input: EMPTY_CONFIG },
    files: async () => ({ files: [functionsProgram, ...CERTIFICATES], folders: [] }),
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
