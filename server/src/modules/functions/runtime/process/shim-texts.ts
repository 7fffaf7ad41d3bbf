import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../../../platform/built-file.ts';

export interface ShimTexts {
  readonly main: string;
  readonly egress: string;
}

let texts: Promise<ShimTexts> | undefined;

/** Loaded once per process: they are the same for all projects. */
export function loadShimTexts(): Promise<ShimTexts> {
  texts ??= readTexts();
  return texts;
}

async function readTexts(): Promise<ShimTexts> {
  const [main, egress] = await Promise.all([textOf('main'), textOf('egress')]);
  return { main, egress };
}

/** Reads the bundle next to the service's own; in development, it is built from the sources when first needed. */
async function textOf(name: 'main' | 'egress'): Promise<string> {
  const bundled = builtFile(`function-${name}.mjs`);
  if (bundled !== undefined) return await readFile(bundled, 'utf8');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../shim/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    external: ['node:*'],
  });
  return outputFiles[0]?.text ?? '';
}
