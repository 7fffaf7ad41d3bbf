import { mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, runService, startService } from './harness/service-process.ts';

/** All variables of the contract, and no others. */
const VARIABLES = [
  'PORT',
  'HOST',
  'SERVICE_MODE',
  'SERVICE_DATA_DIR',
  'SERVICE_PUBLIC_URL',
  'SERVICE_APPS_DOMAIN',
  'SERVICE_ADMIN_TOKEN',
  'SERVICE_MASTER_KEY',
  'SERVICE_DATABASE_URL',
  'SERVICE_BLOBS_URL',
  'SERVICE_SINGLE_PROCESS',
  'SERVICE_BACKUP_URL',
  'SERVICE_BACKUP_SCHEDULE',
  'SERVICE_BACKUP_KEEP',
  'SERVICE_BACKUP_PASSPHRASE',
  'SERVICE_ARCHIVE_URL',
  'SERVICE_ARCHIVE_SECONDS',
  'SERVICE_ARCHIVE_DAYS',
  'SERVICE_ARCHIVE_PASSPHRASE',
  'SERVICE_SMTP_URL',
  'SERVICE_MAIL_FROM',
  'SERVICE_RATE_LIMITS',
  'SERVICE_TRUSTED_PROXIES',
  'SERVICE_OUTBOUND_ALLOW',
  'SERVICE_WEBHOOK_RETRY_MS',
  'SERVICE_WEBHOOK_TIMEOUT_MS',
  'SERVICE_PROJECTS_PER_ACCOUNT',
  'SERVICE_DNS',
  'SERVICE_SCRUB_DAYS',
  'SERVICE_ISOLATION',
  'SERVICE_PLAN_CHANGES',
  'SERVICE_CURRENCY',
  'SERVICE_DRAIN_SECONDS',
  'SERVICE_DATABASE_CONNECTIONS',
  'SERVICE_LOG_LEVEL',
];

/** Variables of the command line and the packages, which the service ignores. */
const OF_CLIENTS = new Set([
  'SERVICE_URL',
  'SERVICE_PROJECT_ID',
  'SERVICE_PUBLIC_KEY',
  'SERVICE_TOKEN',
  'SERVICE_CONFIG_DIR',
]);

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-config-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Invalid settings, each with the sentence of its refusal. */
const PROBLEMS: readonly (readonly [variable: string, value: string, sentence: RegExp])[] = [
  ['SERVICE_DATA_DIRECTORY', '/x', /SERVICE_DATA_DIRECTORY[\s\S]*SERVICE_DATA_DIR\b/],
  ['SERVICE_FOO', 'x', /SERVICE_FOO/],
  ['PORT', '70000', /PORT must/],
  ['SERVICE_ADMIN_TOKEN', 'short-secret-word', /SERVICE_ADMIN_TOKEN.*32/],
  ['SERVICE_MODE', 'staging', /SERVICE_MODE must/],
  ['SERVICE_RATE_LIMITS', 'maybe', /SERVICE_RATE_LIMITS must/],
  ['SERVICE_MASTER_KEY', 'c2hvcnQ=', /SERVICE_MASTER_KEY must/],
  ['SERVICE_DATABASE_URL', 'mysql://localhost/x', /SERVICE_DATABASE_URL must/],
  ['SERVICE_LOG_LEVEL', 'loud', /SERVICE_LOG_LEVEL must/],
  ['SERVICE_TRUSTED_PROXIES', 'proxy.example', /SERVICE_TRUSTED_PROXIES must/],
  ['SERVICE_OUTBOUND_ALLOW', '169.254.169.254:80', /SERVICE_OUTBOUND_ALLOW must.*metadata/],
  ['SERVICE_WEBHOOK_RETRY_MS', 'soon', /SERVICE_WEBHOOK_RETRY_MS must/],
];

const STACK_TRACE = /^\s+at .*\(.*:\d+:\d+\)$/m;

test('all problems of the settings are reported at once, each in a sentence that names the variable and no secret', async () => {
  const env = Object.fromEntries(PROBLEMS.map(([variable, value]) => [variable, value]));
  const exit = await runService([], { SERVICE_DATA_DIR: dataDir, ...env });
  expect(exit.signal, exit.output).toBeNull();
  expect(exit.code).not.toBe(0);
  for (const [, , sentence] of PROBLEMS) expect(exit.output).toMatch(sentence);
  expect(exit.output, 'a stack trace helps nobody here').not.toMatch(STACK_TRACE);
  for (const name of ['SERVICE_ADMIN_TOKEN', 'SERVICE_MASTER_KEY']) expect(exit.output).not.toContain(env[name]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an invalid host name', { HOST: 'nosuchhost.invalid' }, /^HOST is not an address/],
  ['a data directory that is a file', { SERVICE_DATA_DIR: '/etc/hostname' }, /^The data directory is not a folder/],
  [
    'a data directory that cannot be created',
    { SERVICE_DATA_DIR: '/proc/data' },
    /^The data directory cannot be created/,
  ],
])('the start refuses %s with a sentence that names it', async (_case, env, sentence) => {
  const exit = await runService([], { SERVICE_DATA_DIR: dataDir, ...env });
  expect(exit.signal, exit.output).toBeNull();
  expect(exit.code).not.toBe(0);
  expect(exit.output).toMatch(sentence);
  expect(exit.output).not.toMatch(STACK_TRACE);
});

test('the start refuses a data directory that is a link to nothing, such as a volume that is not mounted', async () => {
  const link = join(dataDir, 'link');
  await symlink(join(dataDir, 'missing'), link);
  const exit = await runService([], { SERVICE_DATA_DIR: link });
  expect(exit.code).toBe(1);
  expect(exit.output).toMatch(/^The data directory is not a folder/);
  expect(exit.output).not.toMatch(STACK_TRACE);
});

test('--help lists every variable and exits with 0, and the operations page lists the same', async () => {
  const { code, output } = await runService(['--help'], { SERVICE_DATA_DIR: dataDir });
  expect(code).toBe(0);
  for (const name of VARIABLES) expect(output).toContain(name);
  const page = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  const named = (text: string): string[] => [...new Set(text.match(/\bSERVICE_[A-Z_]+\b/g))].toSorted();
  const expected = VARIABLES.filter((name) => name.startsWith('SERVICE_')).toSorted();
  expect(named(output)).toEqual(expected);
  expect(named(page).filter((name) => !OF_CLIENTS.has(name))).toEqual(expected);
});

test('the first start creates a master key that only its owner can read, and later starts refuse another key', async () => {
  const own = await mkdtemp(join(tmpdir(), 'service-e2e-key-'));
  await (await startService({ dataDir: own })).stop();
  const keys = (await readdir(own)).filter((name) => name.includes('key'));
  expect(keys).toHaveLength(1);
  expect((await stat(join(own, keys[0] ?? ''))).mode & 0o777).toBe(0o600);
  const exit = await runService([], {
    SERVICE_DATA_DIR: own,
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  expect(exit.code).not.toBe(0);
  expect(exit.signal, exit.output).toBeNull();
  expect(exit.output).toMatch(/SERVICE_MASTER_KEY|master key/);
  await (await startService({ dataDir: own })).stop();
  await rm(own, { recursive: true });
});
