import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../scripts/bundle.ts';

const BUILDS = fileURLToPath(new URL('../../../.tmp/tests/', import.meta.url));

export interface ServiceBundle extends AsyncDisposable {
  /** The file that Node starts. */
  readonly program: string;
}

/**
 * Bundles the service for the processes of one test run, which start in two fifths of the processor time that the sources take.
 * `pg` stays outside of the bundle, so that `statement-record.ts` finds the client that the service uses. Documentation and
 * console are found from this depth as from a source file.
 */
export async function buildService(): Promise<ServiceBundle> {
  await mkdir(BUILDS, { recursive: true });
  const folder = await mkdtemp(BUILDS);
  // Bundlers and renderers run as users of their own, which read their programs there.
  await chmod(folder, 0o755);
  const dist = join(folder, 'dist');
  const contents = await bundle({ folder: dist, external: ['pg'] });
  await mkdir(dist);
  for (const [path, bytes] of contents) await writeFile(path, bytes);
  return {
    program: join(dist, 'main.mjs'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
