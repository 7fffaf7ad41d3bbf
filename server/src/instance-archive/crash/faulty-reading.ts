import type { Place, PlacedObject } from '../place/place.ts';

/** A place that has lost its last objects, or whose list does not have them yet. */
export async function withoutLast(place: Place, objects: number, fault: 'lost' | 'unlisted'): Promise<Place> {
  const all: PlacedObject[] = [];
  for await (const object of place.list('generations/')) if (/\/packs\//.test(object.name)) all.push(object);
  const last = new Set(
    all
      .map(({ name }) => name)
      .sort((a, b) => orderOf(a) - orderOf(b))
      .slice(-objects),
  );
  return {
    ...place,
    get: async (name) => (fault === 'lost' && last.has(name) ? undefined : await place.get(name)),
    async *list(prefix) {
      for await (const object of place.list(prefix)) if (!last.has(object.name)) yield object;
    },
  };
}

/** Packs are numbered within a generation, whose name begins with a time. */
function orderOf(name: string): number {
  const [, generation = '', number = ''] = /generations\/(\d{8}T\d{6})Z-.*\/packs\/\d+-(\d+)/.exec(name) ?? [];
  return Number(generation.replace('T', '')) * 1e6 + Number(number);
}
