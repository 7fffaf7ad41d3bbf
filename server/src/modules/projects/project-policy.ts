import { validationFailed } from '../../platform/errors.ts';

const ID = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/;
const ID_LENGTH_MAX = 40;
const SUFFIX_LENGTH = 5;
const ORIGINS_MAX = 50;

/** A stranger's app at such an address would look like the service, its mail, or a host that programs look up. */
const RESERVED_IDS = new Set(
  `www www2 api apps app admin administrator root console dashboard cloud docs doc help support status health metrics
  mail email webmail smtp imap pop pop3 mx mta-sts postmaster hostmaster webmaster abuse security noreply no-reply
  autodiscover autoconfig wpad isatap localhost local internal ftp sftp ssh vpn dns ns1 ns2 ns3 cdn static assets
  auth login signin signup sign-in sign-up logout account accounts oauth sso billing payments pay
  service system sys openpgpkey well-known broadcasthost`.split(/\s+/),
);

export function isReservedId(id: string): boolean {
  return RESERVED_IDS.has(id);
}

export function isProjectId(text: string): boolean {
  return ID.test(text);
}

export function requireProjectId(text: string): string {
  if (isReservedId(text)) throw validationFailed({ id: 'is reserved for the service' });
  if (isProjectId(text)) return text;
  throw validationFailed({
    id: 'must have 3 to 40 characters of a-z, 0-9 and -, start with a letter and not end with -',
  });
}

export function projectIdFrom(name: string, attempt: number, randomText: () => string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '');
  const suffix = attempt === 0 && trimmed(plain).length >= 3 ? '' : `-${suffixFrom(randomText())}`;
  const label = trimmed(plain.slice(0, ID_LENGTH_MAX - suffix.length));
  return `${label === '' ? 'project' : label}${suffix}`;
}

function trimmed(label: string): string {
  return label.replace(/-+$/, '');
}

function suffixFrom(random: string): string {
  return random
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, SUFFIX_LENGTH)
    .padEnd(SUFFIX_LENGTH, '0');
}

/** Accepts web origins exactly as browsers send them; rejects anything that could match more than one origin. */
export function requireOrigins(origins: readonly string[]): readonly string[] {
  if (origins.length > ORIGINS_MAX)
    throw validationFailed({ allowed_origins: `must have at most ${ORIGINS_MAX} entries` });
  for (const [index, origin] of origins.entries()) {
    const url = URL.parse(origin);
    if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== origin || origin.includes('*')) {
      throw validationFailed({ [`allowed_origins.${index}`]: 'must be an origin like https://app.example.com' });
    }
  }
  return [...new Set(origins)];
}
