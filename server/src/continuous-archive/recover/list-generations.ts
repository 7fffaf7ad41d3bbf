import { openGeneration, WrongPassphrase } from '../format/generation.ts';
import { readPack } from '../format/read-pack.ts';
import { DamagedObject } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import { describeGeneration, type FoundGeneration, findGenerations } from './find-generations.ts';

const MB = 1e6;

export async function listText(place: Place, passphrase: string | undefined): Promise<string> {
  const lines: string[] = [];
  for (const found of await findGenerations(place)) lines.push(await describe(place, found, passphrase));
  if (lines.length === 0) return 'There is no archive at this place.\n';
  return [
    'Generation                  First moment              Last moment               Size  Machine',
    ...lines,
    '',
  ].join('\n');
}

async function describe(place: Place, found: FoundGeneration, passphrase: string | undefined): Promise<string> {
  const generation = await describeGeneration(place, found.id).catch((error: unknown) => {
    if (error instanceof DamagedObject) return undefined;
    throw error;
  });
  const control = found.images.filter(({ store }) => store === 'control').map(({ untilMs }) => untilMs);
  const first = control.length === 0 ? 'none yet' : iso(Math.min(...control));
  const last = generation === undefined ? undefined : await lastMoment(place, found, { generation, passphrase });
  const size = `${(found.bytes / MB).toFixed(1)} MB`;
  return [
    found.id,
    first.padEnd(24),
    (last ?? 'unknown').padEnd(24),
    size.padStart(9),
    generation?.machine ?? 'unknown',
  ].join('  ');
}

async function lastMoment(
  place: Place,
  { images, packs }: FoundGeneration,
  {
    generation,
    passphrase,
  }: { readonly generation: Parameters<typeof openGeneration>[0]; readonly passphrase: string | undefined },
): Promise<string | undefined> {
  let last = Math.max(0, ...images.map(({ untilMs }) => untilMs));
  const pack = packs.at(-1);
  try {
    const sealer = await openGeneration(generation, passphrase);
    const object = pack === undefined ? undefined : await place.get(pack.name);
    if (pack !== undefined && object !== undefined) {
      for (const entry of readPack(pack.name, sealer.open(pack.name, object))) {
        if (entry.kind === 'commit' || entry.kind === 'drop') last = Math.max(last, entry.timeMs);
      }
    }
  } catch (error) {
    if (!(error instanceof WrongPassphrase || error instanceof DamagedObject)) throw error;
  }
  return last === 0 ? undefined : iso(last);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
