import { readImageName, readPackName } from '../../../src/continuous-archive/format/names.ts';
import type { Place, PlacedObject } from '../../../src/continuous-archive/place/place.ts';

export const OBJECT_KINDS = ['pack', 'image', 'complete'] as const;

export interface ReadingFault {
  readonly kind: (typeof OBJECT_KINDS)[number];
  readonly count: number;
  readonly fault: 'lost' | 'unlisted';
}

/** A place that has lost its last objects of a kind, or whose list does not have them yet. */
export async function withoutLast(place: Place, { kind, count, fault }: ReadingFault): Promise<Place> {
  const all: PlacedObject[] = [];
  for await (const object of place.list('generations/')) if (isOfKind(object.name, kind)) all.push(object);
  const names = all.map(({ name }) => name);
  const last = new Set(names.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).slice(-count));
  return {
    ...place,
    get: async (name) => (fault === 'lost' && last.has(name) ? undefined : await place.get(name)),
    async *list(prefix) {
      for await (const object of place.list(prefix)) if (!last.has(object.name)) yield object;
    },
  };
}

function isOfKind(name: string, kind: ReadingFault['kind']): boolean {
  if (kind === 'pack') return readPackName(name) !== undefined;
  return kind === 'image' ? readImageName(name) !== undefined : name.endsWith('/complete');
}

/** By generation, whose name begins with a time, and within one by the number of packs or the time of images. */
function orderOf(name: string): string {
  const [, generation = ''] = /generations\/(\d{8}T\d{6})Z-/.exec(name) ?? [];
  const within = readPackName(name)?.first ?? readImageName(name)?.untilMs ?? 0;
  return `${generation} ${String(within).padStart(16, '0')}`;
}
