import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigProblems, createConfig } from './config.ts';
import { type Env, helpText, readEnv, unknownVariable, VARIABLES } from './env.ts';

describe('variables', () => {
  test('without any, the documented defaults apply', () => {
    expect(createConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      mode: 'development',
      dataDir: resolve('./data'),
      publicUrl: undefined,
      appsDomain: 'localhost',
      adminToken: undefined,
      masterKey: undefined,
      database: { engine: 'sqlite' },
      databaseConnections: 104,
      blobs: { kind: 'disk' },
      backups: {
        target: undefined,
        schedule: '0 3 * * *',
        keep: { last: 3, hourly: 0, daily: 7, weekly: 4, monthly: 12, yearly: 0 },
        passphrase: undefined,
      },
      archive: { place: undefined, seconds: 10, days: 7, passphrase: undefined },
      mail: { smtpUrl: undefined, from: undefined },
      rateLimits: true,
      trustedProxies: [],
      outboundAllow: [],
      otlpUrl: undefined,
      webhooks: { retryMs: [5000, 300_000, 1_800_000], timeoutMs: 10_000 },
      scrubDays: 30,
      isolation: undefined,
      projectsPerAccount: 20,
      planChanges: 'owners',
      currency: 'usd',
      dnsServers: [],
      logLevel: 'info',
    });
  });

  test('all variables are read', () => {
    const environment = {
      PORT: '0',
      HOST: '::',
      SERVICE_MODE: 'production',
      SERVICE_DATA_DIR: '/srv/data',
      SERVICE_PUBLIC_URL: 'https://api.example.com/',
      SERVICE_APPS_DOMAIN: 'apps.example.com',
      SERVICE_ADMIN_TOKEN: 'x'.repeat(32),
      SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      SERVICE_DATABASE_URL: 'postgres://u:p@h/db',
      SERVICE_DATABASE_CONNECTIONS: '50',
      SERVICE_BLOBS_URL: 's3://key:se%2Fcret@s3.example.com/bucket?region=eu-1',
      SERVICE_SINGLE_PROCESS: 'off',
      SERVICE_DRAIN_SECONDS: '7',
      SERVICE_BACKUP_URL: 's3://key:secret@s3.example.com/bucket/kept/here?region=eu-1',
      SERVICE_BACKUP_SCHEDULE: '@daily',
      SERVICE_BACKUP_KEEP: 'last:1, yearly:2',
      SERVICE_BACKUP_PASSPHRASE: 'correct horse',
      // Not allowed together with PostgreSQL; tested below.
      SERVICE_ARCHIVE_URL: '',
      SERVICE_ARCHIVE_SECONDS: '5',
      SERVICE_ARCHIVE_DAYS: '30',
      SERVICE_ARCHIVE_PASSPHRASE: 'battery staple',
      SERVICE_SMTP_URL: 'smtps://u:p@mail.example.com',
      SERVICE_MAIL_FROM: 'Service <service@example.com>',
      SERVICE_RATE_LIMITS: 'off',
      SERVICE_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      SERVICE_OUTBOUND_ALLOW: '127.0.0.1:18080,10.1.0.0/16,[::1]:80,db.internal:5432',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      SERVICE_WEBHOOK_RETRY_MS: '1,2',
      SERVICE_WEBHOOK_TIMEOUT_MS: '500',
      SERVICE_SCRUB_DAYS: '7',
      SERVICE_ISOLATION: 'best_effort',
      SERVICE_PROJECTS_PER_ACCOUNT: '3',
      SERVICE_PLAN_CHANGES: 'owners',
      SERVICE_CURRENCY: 'EUR',
      SERVICE_DNS: '127.0.0.1:5353,[::1]:53',
      SERVICE_LOG_LEVEL: 'warn',
      HOME: '/root',
    };
    expect(Object.keys(environment).filter((name) => name !== 'HOME')).toEqual(
      Object.values(VARIABLES).map(({ name }) => name),
    );
    const { env, unknown } = readEnv(environment);
    expect(unknown).toEqual([]);
    expect(createConfig(env)).toEqual({
      host: '::',
      port: 0,
      mode: 'production',
      dataDir: '/srv/data',
      publicUrl: 'https://api.example.com',
      appsDomain: 'apps.example.com',
      adminToken: 'x'.repeat(32),
      masterKey: Buffer.alloc(32, 7),
      database: { engine: 'postgres', url: 'postgres://u:p@h/db' },
      blobs: {
        kind: 's3',
        endpoint: 'https://s3.example.com',
        bucket: 'bucket',
        region: 'eu-1',
        accessKey: 'key',
        secretKey: 'se/cret',
      },
      drainSeconds: 7,
      databaseConnections: 50,
      backups: {
        target: {
          kind: 's3',
          endpoint: 'https://s3.example.com',
          bucket: 'bucket',
          region: 'eu-1',
          accessKey: 'key',
          secretKey: 'secret',
          prefix: 'kept/here',
        },
        schedule: '@daily',
        keep: { last: 1, hourly: 0, daily: 0, weekly: 0, monthly: 0, yearly: 2 },
        passphrase: 'correct horse',
      },
      archive: { place: undefined, seconds: 5, days: 30, passphrase: 'battery staple' },
      mail: { smtpUrl: 'smtps://u:p@mail.example.com', from: 'Service <service@example.com>' },
      rateLimits: false,
      trustedProxies: ['10.0.0.0/8', '::1'],
      outboundAllow: ['127.0.0.1:18080', '10.1.0.0/16', '[::1]:80', 'db.internal:5432'],
      otlpUrl: 'http://127.0.0.1:4318',
      webhooks: { retryMs: [1, 2], timeoutMs: 500 },
      scrubDays: 7,
      isolation: 'best_effort',
      projectsPerAccount: 3,
      planChanges: 'owners',
      currency: 'eur',
      dnsServers: ['127.0.0.1:5353', '[::1]:53'],
      logLevel: 'warn',
    });
  });

  test.each<[keyof Env, string]>([
    ['port', '65536'],
    ['port', '-1'],
    ['port', '80a'],
    ['port', '1e3'],
    ['host', 'a b'],
    ['drainSeconds', '301'],
    ['currency', 'dollar'],
    ['currency', 'zzz'],
    ['drainSeconds', '-1'],
    ['databaseConnections', '15'],
    ['mode', 'Production'],
    ['publicUrl', 'api.example.com'],
    ['publicUrl', 'ftp://api.example.com'],
    ['publicUrl', 'https://api.example.com/path'],
    ['publicUrl', 'https://user@api.example.com'],
    ['otlpUrl', '127.0.0.1:4318'],
    ['appsDomain', 'Apps.example.com'],
    ['appsDomain', '-a.com'],
    ['adminToken', 'x'.repeat(31)],
    ['adminToken', `${'x'.repeat(31)} x`],
    ['masterKey', Buffer.alloc(31).toString('base64')],
    ['masterKey', `${Buffer.alloc(32).toString('base64')}!!`],
    ['databaseUrl', 'mysql://h/db'],
    ['blobsUrl', 's3://host/bucket'],
    ['blobsUrl', 's3://k:s@host/'],
    ['blobsUrl', 's3://%zz:s@host/bucket'],
    ['backupUrl', '/srv/backups'],
    ['backupUrl', 'file:///'],
    ['backupUrl', 'file://host/folder'],
    ['backupUrl', 'https://example.com/backups'],
    ['backupUrl', 's3://k:s@host/bucket/blobs/below'],
    ['backupSchedule', 'daily'],
    ['backupSchedule', '0 3 30 2 *'],
    ['backupSchedule', '0 0 3 * * *'],
    ['backupKeep', 'last:0'],
    ['archiveUrl', '/srv/archive'],
    ['archiveUrl', 's3://key:secret@host/bucket/blobs/archive'],
    ['archiveSeconds', '0'],
    ['archiveSeconds', '301'],
    ['archiveDays', '91'],
    ['archivePassphrase', 'short'],
    ['backupPassphrase', 'short'],
    ['singleProcess', 'yes'],
    ['smtpUrl', 'http://mail'],
    ['mailFrom', 'nobody'],
    ['rateLimits', 'no'],
    ['trustedProxies', '10.0.0.0/33'],
    ['trustedProxies', 'proxy.example.com'],
    ['trustedProxies', '10.0.0.1,,10.0.0.2'],
    ['outboundAllow', '127.0.0.1'],
    ['outboundAllow', '169.254.169.254:80'],
    ['outboundAllow', '169.254.169.254/32'],
    ['outboundAllow', 'metadata.google.internal:80'],
    ['outboundAllow', '2852039166:80'],
    ['outboundAllow', '[::ffff:a9fe:a9fe]:80'],
    ['outboundAllow', '169.254.0.0/16'],
    ['webhookRetryMs', '1,2,3,4'],
    ['webhookRetryMs', ''.padEnd(3, ',')],
    ['webhookTimeoutMs', '0'],
    ['logLevel', 'loud'],
  ])('%s=%j is refused with a message that names the variable', (key, text) => {
    expect(problemsOf({ [key]: text })).toEqual([
      expect.stringMatching(new RegExp(`^${VARIABLES[key].name} must be .*\\.$`)),
    ]);
  });

  test('an archive is refused on PostgreSQL and inside the data directory', () => {
    const archiveUrl = 'file:///srv/archive';
    expect(createConfig({ archiveUrl }).archive.place).toEqual({ kind: 'file', directory: '/srv/archive' });
    expect(problemsOf({ archiveUrl, databaseUrl: 'postgres://h/db', singleProcess: 'on' })).toEqual([
      expect.stringMatching(/WAL-G or pgBackRest.*docs\/operations\.md/),
    ]);
    for (const dataDir of ['/srv', '/srv/archive']) {
      expect(problemsOf({ archiveUrl, dataDir })).toEqual([expect.stringMatching(/must not be inside/)]);
    }
  });

  test('every problem is reported at once, without any secret', () => {
    const problems = problemsOf({ port: 'x', mode: 'y', adminToken: 'my-secret', smtpUrl: 'smtp://u:p@h' });
    expect(problems).toHaveLength(4);
    expect(problems.join()).not.toContain('my-secret');
    expect(problems.join()).toContain('SERVICE_MAIL_FROM is needed');
  });

  test('PostgreSQL without an object store requires the single-process setting', () => {
    const databaseUrl = 'postgres://u:p@h/db';
    const [problem, ...more] = problemsOf({ databaseUrl });
    expect(more).toEqual([]);
    expect(problem).toMatch(/SERVICE_BLOBS_URL.*SERVICE_SINGLE_PROCESS=on/);
    expect(problemsOf({ databaseUrl, singleProcess: 'on' })).toEqual([]);
    expect(problemsOf({ databaseUrl, blobsUrl: 's3://k:s@host/bucket' })).toEqual([]);
  });

  test('an unknown SERVICE_ variable is an error that suggests the closest known one', () => {
    const { unknown } = readEnv({ SERVICE_DATADIR: 'x', SERVICE_ADMIN_TOKN: 'x', SERVICES: 'x', PATH: 'x' });
    expect(unknown).toEqual(['SERVICE_ADMIN_TOKN', 'SERVICE_DATADIR']);
    expect(unknown.map(unknownVariable)).toEqual([
      'SERVICE_ADMIN_TOKN is not a variable of the service. The closest one is SERVICE_ADMIN_TOKEN.',
      'SERVICE_DATADIR is not a variable of the service. The closest one is SERVICE_DATA_DIR.',
    ]);
  });

  test('variables that only apps and the command line read are ignored', () => {
    const names = ['SERVICE_URL', 'SERVICE_PROJECT_ID', 'SERVICE_PUBLIC_KEY', 'SERVICE_TOKEN', 'SERVICE_CONFIG_DIR'];
    expect(readEnv(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual({ env: {}, unknown: [] });
  });

  test('an empty variable counts as unset', () => {
    expect(readEnv({ PORT: '', SERVICE_MODE: '  ' }).env).toEqual({});
  });
});

test('--help has a line for each variable', () => {
  for (const { name, default: standard } of Object.values(VARIABLES)) {
    expect(helpText()).toMatch(new RegExp(`^ +${name} +${standard.replaceAll(/[.<>()]/g, '\\$&')} +\\S`, 'm'));
  }
});

function problemsOf(env: Env): readonly string[] {
  try {
    createConfig(env);
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
  return [];
}
