import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../../../platform/built-file.ts';

let text: Promise<string> | undefined;

/** Loaded once per process: it is the same for all projects. */
export function loadShimText(): Promise<string> {
  text ??= readText();
  return text;
}

/** Reads the bundle next to the service's own; in development, it is built from the sources when first needed. */
async function readText(): Promise<string> {
  const bundled = builtFile('function-shim.mjs');
  if (bundled !== undefined) return await readFile(bundled, 'utf8');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../shim/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    external: ['node:*'],
  });
  return outputFiles[0]?.text ?? '';
}
