import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Cron } from 'croner';
import type { Isolation } from '../platform/confinement/index.ts';
import { LOG_LEVELS, type LogLevel } from '../platform/logger.ts';
import { parseAllowEntry } from '../platform/safe-fetch/index.ts';
import { type BackupKeep, backupKeepOf } from './backup-keep.ts';
import { type Env, VARIABLES, type VariableKey } from './env.ts';
import {
  type BackupTargetConfig,
  type BlobsConfig,
  backupTargetOf,
  blobsOf,
  type DatabaseConfig,
  databaseOf,
  httpUrlOf,
  publicUrlOf,
  smtpUrlOf,
} from './urls.ts';

export interface Config {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly mode: 'development' | 'production';
  readonly dataDir: string;
  /** Without a trailing slash. Undefined: `http://localhost:<port>`. */
  readonly publicUrl: string | undefined;
  readonly appsDomain: string;
  readonly adminToken: string | undefined;
  /** The configured 32 bytes; `secrets.ts` creates a key on the first start when there are none. */
  readonly masterKey: Uint8Array | undefined;
  readonly database: DatabaseConfig;
  /** Limit of connections of one process to databases besides the primary, in all. */
  readonly databaseConnections: number;
  readonly blobs: BlobsConfig;
  /** Undefined: depends on the number of processes at the time of the stop. */
  readonly drainSeconds: number | undefined;
  readonly backups: {
    /** Undefined: no scheduled backups. */
    readonly target: BackupTargetConfig | undefined;
    /** A cron pattern in UTC. */
    readonly schedule: string;
    readonly keep: BackupKeep;
    readonly passphrase: string | undefined;
  };
  readonly archive: {
    /** Undefined: nothing is archived. */
    readonly place: BackupTargetConfig | undefined;
    readonly seconds: number;
    readonly days: number;
    readonly passphrase: string | undefined;
  };
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  readonly rateLimits: boolean;
  readonly trustedProxies: readonly string[];
  /** `host:port` and CIDRs. */
  readonly outboundAllow: readonly string[];
  /** Where traces are sent; undefined: nothing is traced. */
  readonly otlpUrl: string | undefined;
  readonly webhooks: { readonly retryMs: readonly number[]; readonly timeoutMs: number };
  /** Days between full checks of all blobs against their hashes; 0: never. */
  readonly scrubDays: number;
  /** Undefined: `required`, except in development mode on a machine that cannot isolate processes. */
  readonly isolation: Isolation | undefined;
  readonly projectsPerAccount: number;
  readonly planChanges: 'operators' | 'owners';
  /** Currency of the price list and of all balances, in lower case (ISO 4217). */
  readonly currency: string;
  /** Name servers with their ports. Empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly logLevel: LogLevel;
}

export class ConfigProblems extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigProblems';
    this.problems = problems;
  }
}

type ReadVariable = <T>(key: VariableKey, parse: (text: string) => T | undefined, expected: string) => T | undefined;

export function createConfig(env: Env): Config {
  const problems: string[] = [];
  const read: ReadVariable = (key, parse, expected) => {
    const text = env[key];
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) problems.push(`${VARIABLES[key].name} must be ${expected}.`);
    return value;
  };
  const config = readAll(read);
  if (config.mail.smtpUrl !== undefined && config.mail.from === undefined && env.mailFrom === undefined) {
    problems.push(`${VARIABLES.mailFrom.name} is needed with ${VARIABLES.smtpUrl.name}.`);
  }
  const isSingle = read('singleProcess', oneOf(['on', 'off']), '`on` or `off`') === 'on';
  if (config.database.engine === 'postgres' && env.blobsUrl === undefined && !isSingle) {
    problems.push(
      `${VARIABLES.databaseUrl.name} needs ${VARIABLES.blobsUrl.name}, so that every process finds the files, ` +
        `or ${VARIABLES.singleProcess.name}=on where one process alone serves the database and keeps them on its disk.`,
    );
  }
  problems.push(...archiveProblems(config));
  if (problems.length > 0) throw new ConfigProblems(problems);
  return config;
}

function archiveProblems({ archive, database, dataDir }: Config): readonly string[] {
  const { place } = archive;
  if (place === undefined) return [];
  const url = VARIABLES.archiveUrl.name;
  if (database.engine === 'postgres') {
    return [
      `${url} archives the embedded database only. With ${VARIABLES.databaseUrl.name} use PostgreSQL's own tools, WAL-G or pgBackRest, ` +
        'and a versioned bucket for the files: see docs/operations.md.',
    ];
  }
  const isInside = place.kind === 'file' && `${resolve(place.directory)}/`.startsWith(`${dataDir}/`);
  return isInside ? [`${url} must not be inside ${VARIABLES.dataDir.name}: it would be lost together with it.`] : [];
}

const PORT_MAX = 65_535;
const TOKEN_CHARACTERS_MIN = 32;
const MASTER_KEY_BYTES = 32;
const MINUTE_MS = 60_000;
const RETRY_MS_MAX = 7 * 24 * 60 * MINUTE_MS;
const RETRIES_MAX = 3;
const DRAIN_SECONDS_MAX = 300;
/** A little more than three times what a process opens to its own database at most. */
const DATABASE_CONNECTIONS = 104;
const DATABASE_CONNECTIONS_MAX = 10_000;

function readAll(read: ReadVariable): Config {
  const mode = read('mode', oneOf(['development', 'production']), '`development` or `production`') ?? 'development';
  return {
    host: read('host', hostOf, 'an address or host name') ?? '127.0.0.1',
    port: read('port', integerUpTo(0, PORT_MAX), `a whole number from 0 to ${PORT_MAX}`) ?? 8787,
    mode,
    dataDir: resolve(read('dataDir', (text) => text, 'a folder') ?? './data'),
    publicUrl: read('publicUrl', publicUrlOf, 'an http or https address without path, user or query'),
    appsDomain: read('appsDomain', domainOf, 'a domain name in lower case') ?? 'localhost',
    adminToken: read('adminToken', tokenOf, `at least ${TOKEN_CHARACTERS_MIN} visible characters without blanks`),
    masterKey: read('masterKey', masterKeyOf, `${MASTER_KEY_BYTES} bytes in base64`),
    database: read('databaseUrl', databaseOf, 'a postgres:// address') ?? { engine: 'sqlite' },
    databaseConnections:
      read(
        'databaseConnections',
        integerUpTo(16, DATABASE_CONNECTIONS_MAX),
        `a whole number from 16 to ${DATABASE_CONNECTIONS_MAX}`,
      ) ?? DATABASE_CONNECTIONS,
    blobs: read('blobsUrl', blobsOf, 's3://key:secret@host/bucket?region=…') ?? { kind: 'disk' },
    drainSeconds: read(
      'drainSeconds',
      integerUpTo(0, DRAIN_SECONDS_MAX),
      `a whole number from 0 to ${DRAIN_SECONDS_MAX}`,
    ),
    backups: {
      target: read('backupUrl', backupTargetOf, 'file:///folder or s3://key:secret@host/bucket/prefix?region=…'),
      schedule: read('backupSchedule', scheduleOf, 'five cron fields such as 0 3 * * *, or @daily') ?? '0 3 * * *',
      keep: read('backupKeep', backupKeepOf, 'rules such as last:3,daily:7') ?? KEPT_BACKUPS,
      passphrase: read('backupPassphrase', passphraseOf, '12 to 1024 bytes'),
    },
    archive: {
      place: read('archiveUrl', backupTargetOf, 'file:///folder or s3://key:secret@host/bucket/prefix?region=…'),
      seconds: read('archiveSeconds', integerUpTo(1, 300), 'a whole number from 1 to 300') ?? 10,
      days: read('archiveDays', integerUpTo(1, 90), 'a whole number from 1 to 90') ?? 7,
      passphrase: read('archivePassphrase', passphraseOf, '12 to 1024 bytes'),
    },
    mail: {
      smtpUrl: read('smtpUrl', smtpUrlOf, 'an smtp:// or smtps:// address'),
      from: read('mailFrom', senderOf, 'a mail address, alone or as `Name <address>`'),
    },
    rateLimits: (read('rateLimits', oneOf(['on', 'off']), '`on` or `off`') ?? 'on') === 'on',
    trustedProxies: read('trustedProxies', listOf(networkOf), 'addresses or CIDRs, comma-separated') ?? [],
    outboundAllow:
      read('outboundAllow', listOf(outboundOf), '`host:port` or CIDR, comma-separated, no metadata address') ?? [],
    otlpUrl: read('otlpUrl', httpUrlOf, 'an http:// or https:// address'),
    webhooks: {
      retryMs: read('webhookRetryMs', retriesOf, 'one to three numbers of milliseconds, comma-separated') ?? [
        5000, 300_000, 1_800_000,
      ],
      timeoutMs:
        read('webhookTimeoutMs', integerUpTo(1, 10 * MINUTE_MS), 'a number of milliseconds up to 600000') ?? 10_000,
    },
    scrubDays: read('scrubDays', integerUpTo(0, 3650), 'a whole number from 0 to 3650') ?? 30,
    isolation: read('isolation', oneOf(['required', 'best_effort']), '`required` or `best_effort`'),
    projectsPerAccount: read('projectsPerAccount', integerUpTo(1, 1_000_000), 'a whole number from 1 to 1000000') ?? 20,
    planChanges:
      read('planChanges', oneOf(['operators', 'owners']), '`operators` or `owners`') ??
      (mode === 'development' ? 'owners' : 'operators'),
    currency: read('currency', currencyOf, 'a currency of three letters such as usd') ?? 'usd',
    dnsServers: read('dns', listOf(nameServerOf), '`host:port`, comma-separated, each host an IP address') ?? [],
    logLevel: read('logLevel', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`) ?? 'info',
  };
}

const KEPT_BACKUPS: BackupKeep = { last: 3, hourly: 0, daily: 7, weekly: 4, monthly: 12, yearly: 0 };
const PASSPHRASE_BYTES = { min: 12, max: 1024 };

function scheduleOf(text: string): string | undefined {
  const isNickname = /^@(?:hourly|daily|weekly|monthly|yearly)$/.test(text);
  if (!isNickname && text.split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(text, { timezone: 'UTC', paused: true, mode: isNickname ? 'auto' : '5-part' });
    return cron.nextRun() === null ? undefined : text;
  } catch {
    return undefined;
  }
}

function currencyOf(text: string): string | undefined {
  const isKnown = Intl.supportedValuesOf('currency').includes(text.toUpperCase());
  return isKnown ? text.toLowerCase() : undefined;
}

function passphraseOf(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  return bytes >= PASSPHRASE_BYTES.min && bytes <= PASSPHRASE_BYTES.max ? text : undefined;
}

function integerUpTo(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

function oneOf<const T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

function listOf(parse: (text: string) => string | undefined): (text: string) => readonly string[] | undefined {
  return (text) => {
    const values = text.split(',').map((part) => parse(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}

const HOST = /^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?$/;
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const VISIBLE = /^[\x21-\x7e]+$/;
const SENDER = /^([^<>\r\n]{1,200}<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

function hostOf(text: string): string | undefined {
  return isIP(text) !== 0 || HOST.test(text) ? text : undefined;
}

function domainOf(text: string): string | undefined {
  return DOMAIN.test(text) && text.length <= 200 ? text : undefined;
}

function tokenOf(text: string): string | undefined {
  return text.length >= TOKEN_CHARACTERS_MIN && VISIBLE.test(text) ? text : undefined;
}

function masterKeyOf(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  // Encoding the bytes again detects text that is not valid base64, which Node would silently cut off.
  const isWhole =
    bytes.toString('base64').replace(/=+$/, '') === text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return bytes.length === MASTER_KEY_BYTES && isWhole ? bytes : undefined;
}

function senderOf(text: string): string | undefined {
  return SENDER.test(text) ? text : undefined;
}

function networkOf(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return undefined;
  if (bits === undefined) return text;
  return integerUpTo(0, family === 4 ? 32 : 128)(bits) === undefined ? undefined : text;
}

function outboundOf(text: string): string | undefined {
  return parseAllowEntry(text) === undefined ? undefined : text;
}

function nameServerOf(text: string): string | undefined {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const family = isIP(host);
  if (family !== (bracketed === undefined ? 4 : 6) || integerUpTo(1, PORT_MAX)(port) === undefined) return undefined;
  return family === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

function retriesOf(text: string): readonly number[] | undefined {
  const values = text.split(',').map((part) => integerUpTo(0, RETRY_MS_MAX)(part.trim()));
  return values.length <= RETRIES_MAX && values.every((value) => value !== undefined) ? values : undefined;
}
