import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cwd, pid } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));
const COMPILER = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const run = promisify(execFile);

/** Writes one module per source file, so that bundlers drop unused ones. `client` comes first: others use its types. */
async function buildPackage(name: string): Promise<void> {
  const folder = join(PACKAGES, name);
  const made = join(folder, `dist-${pid}`);
  const config = join(folder, `tsconfig-${pid}.json`);
  const options = { rootDir: 'src', outDir: made, customConditions: [] };
  await writeFile(
    config,
    JSON.stringify({
      extends: '../tsconfig.build.json',
      compilerOptions: options,
      include: ['src'],
      exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'src/**/*.test-d.ts'],
    }),
  );
  try {
    await run(process.execPath, [COMPILER, '-p', config]);
    await writeScriptExtensions(made);
    await rm(join(folder, 'dist'), { recursive: true, force: true });
    await rename(made, join(folder, 'dist'));
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} does not compile:\n${stdout}${stderr}`, { cause: error });
  } finally {
    await Promise.all([rm(config, { force: true }), rm(made, { recursive: true, force: true })]);
  }
}

/** The compiler leaves `./a.ts` in declarations, which only compilers that allow such imports can read. */
async function writeScriptExtensions(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replaceAll(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

const name = basename(cwd());
if (name !== 'client') await buildPackage('client');
await buildPackage(name);
