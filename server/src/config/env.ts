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
    meaning: "`development` (mails go to the console's mailbox, pages on localhost may use the API) or `production`.",
  },
  dataDir: { name: 'SERVICE_DATA_DIR', default: './data', meaning: 'Folder in which the service keeps its data.' },
  publicUrl: {
    name: 'SERVICE_PUBLIC_URL',
    default: 'http://localhost:<port>',
    meaning: 'Address at which browsers and programs reach the service.',
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
    meaning:
      '32 bytes in base64 that encrypt secrets at rest. When not set, the service makes a key and keeps it in the data directory (mode 0600).',
  },
  databaseUrl: {
    name: 'SERVICE_DATABASE_URL',
    default: 'none',
    meaning: '`postgres://…`; without it the service uses SQLite in the data directory.',
  },
  databaseConnections: {
    name: 'SERVICE_DATABASE_CONNECTIONS',
    default: '104',
    meaning:
      'Connections that a process opens to all further databases together, besides up to 32 to its own; 16 to 10000.',
  },
  blobsUrl: {
    name: 'SERVICE_BLOBS_URL',
    default: 'none',
    meaning: '`s3://key:secret@host/bucket?region=…`; without it the service keeps files in the data directory.',
  },
  singleProcess: {
    name: 'SERVICE_SINGLE_PROCESS',
    default: 'off',
    meaning:
      '`on` allows PostgreSQL with files in the data directory; set it only when one process serves the database.',
  },
  drainSeconds: {
    name: 'SERVICE_DRAIN_SECONDS',
    default: '5 with several processes, else 0',
    meaning:
      'Seconds after SIGTERM in which the service still takes requests while `/health` answers 503, so that balancers stop sending them; up to 300.',
  },
  backupUrl: {
    name: 'SERVICE_BACKUP_URL',
    default: 'none',
    meaning:
      'Where the service keeps backups: `file:///folder` or `s3://key:secret@host/bucket/prefix?region=…`; without it there are no scheduled backups.',
  },
  backupSchedule: {
    name: 'SERVICE_BACKUP_SCHEDULE',
    default: '0 3 * * *',
    meaning: 'When the service backs up all projects: five cron fields or `@daily` and the like, in UTC.',
  },
  backupKeep: {
    name: 'SERVICE_BACKUP_KEEP',
    default: 'last:3,daily:7,weekly:4,monthly:12',
    meaning:
      'How many scheduled backups of a project the service keeps (`last hourly daily weekly monthly yearly`). A backup stays while any rule keeps it.',
  },
  backupPassphrase: {
    name: 'SERVICE_BACKUP_PASSPHRASE',
    default: 'none',
    meaning: 'Opens the secrets of kept backups without the master key; 12 to 1,024 bytes.',
  },
  archiveUrl: {
    name: 'SERVICE_ARCHIVE_URL',
    default: 'none',
    meaning:
      'Where the service archives every change within seconds: `file:///folder` or `s3://key:secret@host/bucket/prefix?region=…`. Only without `SERVICE_DATABASE_URL`.',
  },
  archiveSeconds: {
    name: 'SERVICE_ARCHIVE_SECONDS',
    default: '10',
    meaning: 'Seconds until an acknowledged change is in the archive, at the latest; 1 to 300.',
  },
  archiveDays: {
    name: 'SERVICE_ARCHIVE_DAYS',
    default: '7',
    meaning: 'How many days back the archive can recover any moment; 1 to 90.',
  },
  archivePassphrase: {
    name: 'SERVICE_ARCHIVE_PASSPHRASE',
    default: 'none',
    meaning: 'Encrypts the archive; 12 to 1,024 bytes. Only an encrypted archive contains the master key.',
  },
  smtpUrl: {
    name: 'SERVICE_SMTP_URL',
    default: 'none',
    meaning: '`smtp://user:password@host:port` (or `smtps://`); when set, the service sends mails in either mode.',
  },
  mailFrom: { name: 'SERVICE_MAIL_FROM', default: 'none', meaning: "Sender of the service's own mails." },
  rateLimits: { name: 'SERVICE_RATE_LIMITS', default: 'on', meaning: '`on` or `off`.' },
  trustedProxies: {
    name: 'SERVICE_TRUSTED_PROXIES',
    default: 'none',
    meaning:
      'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` the service believes: addresses or CIDRs, comma-separated.',
  },
  outboundAllow: {
    name: 'SERVICE_OUTBOUND_ALLOW',
    default: 'none',
    meaning: 'Private addresses that outgoing requests may reach: `host:port` or CIDR, comma-separated.',
  },
  otlpUrl: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'none',
    meaning:
      'Where the service sends spans of requests, statements and outgoing requests (OTLP over HTTP); OpenTelemetry reads its other `OTEL_` variables itself.',
  },
  webhookRetryMs: {
    name: 'SERVICE_WEBHOOK_RETRY_MS',
    default: '5000,300000,1800000',
    meaning: 'Milliseconds before each of the up to three retries of a delivery.',
  },
  webhookTimeoutMs: {
    name: 'SERVICE_WEBHOOK_TIMEOUT_MS',
    default: '10000',
    meaning: 'Milliseconds that one attempt of a delivery may take in all.',
  },
  scrubDays: {
    name: 'SERVICE_SCRUB_DAYS',
    default: '30',
    meaning: 'Days between two checks of every stored file against its hash; 0: never.',
  },
  isolation: {
    name: 'SERVICE_ISOLATION',
    default: 'required',
    meaning:
      '`required`: code of projects runs only where the system can give it separate users. `best_effort` (the default in development mode where the system cannot): it also runs without them.',
  },
  projectsPerAccount: {
    name: 'SERVICE_PROJECTS_PER_ACCOUNT',
    default: '20',
    meaning: 'How many projects one account may own.',
  },
  planChanges: {
    name: 'SERVICE_PLAN_CHANGES',
    default: 'operators (owners in development mode)',
    meaning: 'Who may change the plan of a project: `operators` of the installation only, or its `owners` too.',
  },
  currency: {
    name: 'SERVICE_CURRENCY',
    default: 'usd',
    meaning: 'Currency of prices and balances, three letters. Changing it converts no amounts.',
  },
  dns: {
    name: 'SERVICE_DNS',
    default: "the system's",
    meaning: 'Name servers that the service asks for proofs of domains: `host:port`, comma-separated.',
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

/** `unknown` lists names that have the service's prefix but do not exist. */
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

export function unknownVariable(name: string): string {
  const nearest = Object.values(VARIABLES)
    .map((variable) => ({ name: variable.name, distance: editDistance(name, variable.name) }))
    .reduce((best, other) => (other.distance < best.distance ? other : best));
  return `${name} is not a variable of the service. The closest one is ${nearest.name}.`;
}

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
