import { createHash } from 'node:crypto';

const NAME_CHARACTERS_MAX = 63;
const SYSTEM = new Set(['id', 'created_at', 'updated_at', 'owner_id']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function fittingNames(names: readonly string[], taken: ReadonlySet<string> = new Set()): Map<string, string> {
  const used = new Set(taken);
  const fitting = new Map<string, string>();
  for (const name of names) {
    const base = fittingName(name);
    let candidate = base;
    for (let n = 2; used.has(candidate); n += 1) candidate = `${base.slice(0, NAME_CHARACTERS_MAX - 4)}_${n}`;
    used.add(candidate);
    fitting.set(name, candidate);
  }
  return fitting;
}

export function fittingColumns(names: readonly string[]): Map<string, string> {
  return fittingNames(names, SYSTEM);
}

function fittingName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return (/^[a-z]/.test(plain) ? plain : `x_${plain}`).slice(0, NAME_CHARACTERS_MAX).replace(/_+$/, '');
}

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** A record's id in this service. An id that is not a UUID always gets the same derived UUID. */
export function idOf(table: string, id: unknown): string {
  if (isUuid(id)) return id.toLowerCase();
  const hash = createHash('sha256')
    .update(JSON.stringify([table, id]))
    .digest('hex');
  // UUID version 8 of RFC 9562: custom content.
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
