import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildCommand } from '../cli/build.mjs';
import { bundle, SERVICE_BUILD } from './bundle.ts';
import { buildConsole } from './console.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import type { LockedPackages } from './release/lock-closure.ts';
import { releaseFiles } from './release/manifest.ts';
import { setModes } from './release/set-modes.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'release');
/** Paths copied into a release unchanged; pages of `docs/` for developers are left out. */
const COPIED = ['console/dist', 'cli/bin', 'cli/dist', 'deploy', 'README.md', 'CHANGELOG.md'];
const FOR_DEVELOPERS = /\/docs\/decisions(?:\/|$)/;

const stage = await mkdtemp(join(tmpdir(), 'service-release-'));
try {
  for (const path of await makeRelease()) console.log(path);
} finally {
  await rm(stage, { recursive: true, force: true });
}

async function makeRelease(): Promise<readonly string[]> {
  const [contents] = await Promise.all([bundle(), buildConsole(), buildCommand()]);
  for (const [path, bytes] of contents) await put(path.slice(ROOT.length), bytes);
  for (const path of COPIED) await cp(join(ROOT, path), join(stage, path), { recursive: true });
  const isPublished = (path: string): boolean => !FOR_DEVELOPERS.test(path);
  await cp(join(ROOT, 'docs'), join(stage, 'docs'), { recursive: true, filter: isPublished });
  const { version } = await readJson<{ version: string }>('package.json');
  const { manifest, shrinkwrap, materials } = releaseFiles({
    version,
    packages: (await readJson<{ packages: LockedPackages }>('package-lock.json')).packages,
    server: await readJson('server/package.json'),
    console: await readJson('console/package.json'),
    cli: await readJson('cli/package.json'),
    external: SERVICE_BUILD.external,
  });
  await put('package.json', jsonText(manifest));
  await put('npm-shrinkwrap.json', jsonText(shrinkwrap));
  await put('bin/service-server', await readFile(join(ROOT, 'scripts/release/service-server.sh')));
  await chmod(join(stage, 'bin/service-server'), 0o755);
  const bill = jsonText(billOfMaterials(version, materials));
  await put('sbom.cdx.json', bill);
  await setModes(stage);
  return await pack(version, bill);
}

/** `npm pack` gives every file the same time and owner, so that equal files make equal packages. */
async function pack(version: string, bill: string): Promise<readonly string[]> {
  await mkdir(OUT, { recursive: true });
  await promisify(execFile)('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', stage], {
    cwd: stage,
  });
  const name = `service-${version}.tgz`;
  const archive = join(OUT, name);
  const bytes = await readFile(join(stage, name));
  await writeFile(`${archive}.part`, bytes);
  await rename(`${archive}.part`, archive);
  await writeFile(join(OUT, `service-${version}.cdx.json`), bill);
  const sums = [
    [name, bytes],
    [`service-${version}.cdx.json`, bill],
  ] as const;
  const text = sums.map(([file, data]) => `${createHash('sha256').update(data).digest('hex')}  ${file}\n`).join('');
  await writeFile(join(OUT, 'SHA256SUMS'), text);
  return [archive, join(OUT, `service-${version}.cdx.json`), join(OUT, 'SHA256SUMS')];
}

async function put(path: string, bytes: string | Uint8Array): Promise<void> {
  const place = join(stage, path);
  await mkdir(join(place, '..'), { recursive: true });
  await writeFile(place, bytes);
}

async function readJson<Value>(path: string): Promise<Value> {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8')) as Value;
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
