import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Licenses that allow redistribution with the service without permission. */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

const EXCEPTIONS: readonly { readonly name: RegExp; readonly license: string; readonly reason: string }[] = [
  {
    name: /^@img\/sharp-/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips is a shared library of its own beside sharp, which may be exchanged for another',
  },
  {
    name: /^lightningcss/,
    license: 'MPL-2.0',
    reason: 'builds the console, unchanged, and is no part of what is built',
  },
];

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const problems = [...licenceProblems(), ...knownVulnerabilities()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Checks everything that the lock file installs without development tools, on every platform. */
function licenceProblems(): readonly string[] {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
  );
  console.log(`${installed.length} packages; checking their licences.`);
  return installed.flatMap(([path, { version, license = 'none' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return isPermitted(name, license)
      ? []
      : [`${name} ${version} has the licence "${license}", which is not permitted.`];
  });
}

function isPermitted(name: string, license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) =>
    choice
      .split(' AND ')
      .every((one) => PERMITTED.has(one) || EXCEPTIONS.some((other) => other.license === one && other.name.test(name))),
  );
}

/** Reports an unreachable registry as "not asked", so that a build without network does not fail. */
function knownVulnerabilities(): readonly string[] {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = readReport(stdout);
  if (report === undefined) {
    console.warn('Known vulnerabilities: not asked, the registry gave no answer.');
    return [];
  }
  const found = Object.entries(report);
  console.log(`Known vulnerabilities: ${found.length === 0 ? 'none' : found.length}, as the registry answered.`);
  return found.map(([name, { severity, range }]) => `${name} ${range} has a known vulnerability (${severity}).`);
}

type Vulnerabilities = Readonly<Record<string, { readonly severity: string; readonly range: string }>>;

function readReport(text: string): Vulnerabilities | undefined {
  try {
    return (JSON.parse(text) as { readonly vulnerabilities?: Vulnerabilities }).vulnerabilities;
  } catch {
    return undefined;
  }
}
