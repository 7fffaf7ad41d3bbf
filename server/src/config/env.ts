/** One environment variable of the service. `--help` and `docs/operations.md` are generated from these. */
export interface Variable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

/** Every variable that the service reads. Only this file names them. */
export const VARIABLES = {
  port: { name: 'PORT', default: '8787', meaning: 'Port to listen on.' },
  host: { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for all.' },
  mode: {
    name: 'SERVICE_MODE',
    default: 'development',
    meaning: '`development` (mails go to the mailbox of the console, pages on localhost are allowed) or `production`.',
  },
  dataDir: { name: 'SERVICE_DATA_DIR', default: './data', meaning: 'Folder of everything the service keeps.' },
  publicUrl: {
    name: 'SERVICE_PUBLIC_URL',
    default: 'http://localhost:<port>',
    meaning: 'Where browsers and programs reach the service.',
  },
  appsDomain: {
    name: 'SERVICE_APPS_DOMAIN',
    default: 'localhost',
    meaning: 'Published apps are served on `<project_id>.<apps domain>`.',
  },
  adminToken: {
    name: 'SERVICE_ADMIN_TOKEN',
    default: 'none',
    meaning: 'A bearer token that may do everything; at least 32 characters.',
  },
  masterKey: {
    name: 'SERVICE_MASTER_KEY',
    default: 'made on first start',
    meaning: '32 bytes in base64 that encrypt secrets at rest; kept in the data directory (mode 0600) when not given.',
  },
  databaseUrl: {
    name: 'SERVICE_DATABASE_URL',
    default: 'none',
    meaning: '`postgres://…`; without it SQLite in the data directory.',
  },
  databaseConnections: {
    name: 'SERVICE_DATABASE_CONNECTIONS',
    default: '104',
    meaning: 'Connections that a process opens to further databases in all, besides up to 26 to its own; 16 to 10000.',
  },
  blobsUrl: {
    name: 'SERVICE_BLOBS_URL',
    default: 'none',
    meaning: '`s3://key:secret@host/bucket?region=…`; without it files in the data directory.',
  },
  singleProcess: {
    name: 'SERVICE_SINGLE_PROCESS',
    default: 'off',
    meaning: '`on` lets PostgreSQL go with files in the data directory: only when one process serves the database.',
  },
  drainSeconds: {
    name: 'SERVICE_DRAIN_SECONDS',
    default: '5 with several processes, else 0',
    meaning:
      'How long after SIGTERM requests are still taken while `/health` answers 503, so that balancers stop sending them; up to 300.',
  },
  backupUrl: {
    name: 'SERVICE_BACKUP_URL',
    default: 'none',
    meaning:
      'Where backups are kept: `file:///folder` or `s3://key:secret@host/bucket/prefix?region=…`; without it none are made on a schedule.',
  },
  backupSchedule: {
    name: 'SERVICE_BACKUP_SCHEDULE',
    default: '0 3 * * *',
    meaning: 'When all projects are backed up: five cron fields or `@daily` and the like, in UTC.',
  },
  backupKeep: {
    name: 'SERVICE_BACKUP_KEEP',
    default: 'last:3,daily:7,weekly:4,monthly:12',
    meaning:
      'How many scheduled backups of a project are kept (`last hourly daily weekly monthly yearly`); any rule keeps.',
  },
  backupPassphrase: {
    name: 'SERVICE_BACKUP_PASSPHRASE',
    default: 'none',
    meaning: 'Opens the secrets of kept backups where the master key is not at hand; 12 to 1,024 bytes.',
  },
  archiveUrl: {
    name: 'SERVICE_ARCHIVE_URL',
    default: 'none',
    meaning:
      'Where every change is archived within seconds: `file:///folder` or `s3://key:secret@host/bucket/prefix?region=…`. Only without `SERVICE_DATABASE_URL`.',
  },
  archiveSeconds: {
    name: 'SERVICE_ARCHIVE_SECONDS',
    default: '10',
    meaning: 'What was acknowledged longer ago than this is in the archive; 1 to 300.',
  },
  archiveDays: {
    name: 'SERVICE_ARCHIVE_DAYS',
    default: '7',
    meaning: 'Any moment of so many days can be recovered from the archive; 1 to 90.',
  },
  archivePassphrase: {
    name: 'SERVICE_ARCHIVE_PASSPHRASE',
    default: 'none',
    meaning: 'Encrypts the archive; 12 to 1,024 bytes. Only then the master key is in it.',
  },
  smtpUrl: {
    name: 'SERVICE_SMTP_URL',
    default: 'none',
    meaning: '`smtp://user:password@host:port` (or `smtps://`): when set, mails go out in either mode.',
  },
  mailFrom: { name: 'SERVICE_MAIL_FROM', default: 'none', meaning: "Sender of the service's own mails." },
  rateLimits: { name: 'SERVICE_RATE_LIMITS', default: 'on', meaning: '`on` or `off`.' },
  trustedProxies: {
    name: 'SERVICE_TRUSTED_PROXIES',
    default: 'none',
    meaning: 'Addresses or CIDRs, comma-separated, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
  },
  outboundAllow: {
    name: 'SERVICE_OUTBOUND_ALLOW',
    default: 'none',
    meaning: '`host:port` or CIDR, comma-separated: private addresses that outgoing requests may reach.',
  },
  otlpUrl: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'none',
    meaning:
      'Where spans of requests, statements and outgoing requests are sent (OTLP over HTTP); OpenTelemetry reads its other `OTEL_` variables itself.',
  },
  webhookRetryMs: {
    name: 'SERVICE_WEBHOOK_RETRY_MS',
    default: '5000,300000,1800000',
    meaning: 'Milliseconds before each of the up to three retries of a delivery.',
  },
  webhookTimeoutMs: {
    name: 'SERVICE_WEBHOOK_TIMEOUT_MS',
    default: '10000',
    meaning: 'Milliseconds a delivery may take over all.',
  },
  scrubDays: {
    name: 'SERVICE_SCRUB_DAYS',
    default: '30',
    meaning: 'Every so many days each stored file is read against its hash; 0: never.',
  },
  isolation: {
    name: 'SERVICE_ISOLATION',
    default: 'required',
    meaning:
      '`required`: code of projects runs only where the system gives it users of its own; `best_effort` (the default in development mode where the system cannot): it also runs without.',
  },
  projectsPerAccount: {
    name: 'SERVICE_PROJECTS_PER_ACCOUNT',
    default: '20',
    meaning: 'How many projects one account may own.',
  },
  planChanges: {
    name: 'SERVICE_PLAN_CHANGES',
    default: 'operators (owners in development mode)',
    meaning: 'Who changes the plan of a project: operators of the installation, or its owners too.',
  },
  currency: {
    name: 'SERVICE_CURRENCY',
    default: 'usd',
    meaning: 'Currency of prices and balances, three letters. A change converts nothing.',
  },
  dns: {
    name: 'SERVICE_DNS',
    default: "the system's",
    meaning: '`host:port`, comma-separated: the name servers that are asked for proofs of domains.',
  },
  logLevel: {
    name: 'SERVICE_LOG_LEVEL',
    default: 'info',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableKey = keyof typeof VARIABLES;

/** The variables that are set; an empty text counts as not set. */
export type Env = Readonly<Partial<Record<VariableKey, string>>>;

const OWN_PREFIX = 'SERVICE_';

/** Variables of apps and of the `service` command. They may be set in the same environment and are ignored here. */
const CLIENT_VARIABLES = [
  'SERVICE_URL',
  'SERVICE_PROJECT_ID',
  'SERVICE_PUBLIC_KEY',
  'SERVICE_TOKEN',
  'SERVICE_CONFIG_DIR',
];

/** Picks the service's variables from a process environment. `unknown`: names with the service's prefix that do not exist. */
export function readEnv(environment: Readonly<Record<string, string | undefined>>): { env: Env; unknown: string[] } {
  const env: Partial<Record<VariableKey, string>> = {};
  for (const key of Object.keys(VARIABLES) as VariableKey[]) {
    const text = environment[VARIABLES[key].name]?.trim();
    if (text !== undefined && text !== '') env[key] = text;
  }
  const known = new Set<string>([...Object.values(VARIABLES).map((variable) => variable.name), ...CLIENT_VARIABLES]);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(OWN_PREFIX) && !known.has(name));
  return { env, unknown: unknown.sort() };
}

/** The message about an unknown variable; it suggests the closest name. */
export function unknownVariable(name: string): string {
  const nearest = Object.values(VARIABLES)
    .map((variable) => ({ name: variable.name, distance: editDistance(name, variable.name) }))
    .reduce((best, other) => (other.distance < best.distance ? other : best));
  return `${name} is not a variable of the service. The closest one is ${nearest.name}.`;
}

/** The number of insertions, deletions and replacements between two texts. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** The table of variables for `--help`. */
export function helpText(): string {
  const variables: readonly Variable[] = Object.values(VARIABLES);
  const name = Math.max(...variables.map((variable) => variable.name.length));
  const standard = Math.max(...variables.map((variable) => variable.default.length));
  const lines = variables.map(
    (variable) =>
      `  ${variable.name.padEnd(name)}  ${variable.default.padEnd(standard)}  ${variable.meaning.replaceAll('`', '')}`,
  );
  return [
    'Starts the service. It is set up by environment variables only:',
    '',
    `  ${'Variable'.padEnd(name)}  ${'Default'.padEnd(standard)}  Meaning`,
    ...lines,
    '',
  ].join('\n');
}
