import { type Generation, openGeneration, WrongPassphrase } from '../format/generation.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import { describeGeneration, type FoundGeneration, findGenerations } from './find-generations.ts';
import { lastMoment } from './last-moment.ts';

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
  const lastMs = generation === undefined ? 0 : await lastMoment(place, found, await open(generation, passphrase));
  const size = `${(found.bytes / MB).toFixed(1)} MB`;
  return [
    found.id,
    first.padEnd(24),
    (lastMs === 0 ? 'unknown' : iso(lastMs)).padEnd(24),
    size.padStart(9),
    generation?.machine ?? 'unknown',
  ].join('  ');
}

/** Undefined without the right passphrase. */
async function open(generation: Generation, passphrase: string | undefined): Promise<Sealer | undefined> {
  try {
    return await openGeneration(generation, passphrase);
  } catch (error) {
    if (error instanceof WrongPassphrase || error instanceof DamagedObject) return undefined;
    throw error;
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
