import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskModel, type SurvivalDecision, writeImage } from './disk-model.ts';
import { type LogEvent, recordWrites } from './write-log.ts';

/** Nothing beyond the synced data survives, all of it, or half of it. */
const FATES: readonly SurvivalDecision[] = [() => false, () => true, () => Math.random() < 0.5];

export interface PowerCuts<Audit> {
  /** A folder for the program's files and the images of them. */
  readonly folder: string;
  /** Node's arguments for a program that writes `writes` times into the given directory and reports each write. */
  readonly program: (directory: string) => readonly string[];
  readonly writes: number;
  readonly cuts: number;
  readonly audit: (image: string, acknowledged: readonly number[]) => Promise<Audit>;
}

/** Runs the program once and audits what its disk would hold after a power cut at random moments. */
export async function cutPower<Audit>({ folder, program, writes, cuts, audit }: PowerCuts<Audit>): Promise<Audit[]> {
  const directory = join(folder, 'files');
  const image = join(folder, 'image');
  await mkdir(directory, { recursive: true });
  const events = await recordWrites(join(folder, 'calls.log'), program(directory));
  const said = events.flatMap((event) => (event.kind === 'said' ? [event.line] : []));
  const acks = said.filter((line) => line.startsWith('ack ')).length;
  if (acks !== writes) throw new Error(`${acks} of ${writes} writes were acknowledged`);
  const first = events.findIndex((event) => event.kind === 'said' && event.line === 'ready');
  const moments = Array.from({ length: cuts }, () => first + Math.floor(Math.random() * (events.length - first)));
  moments.sort((one, other) => one - other);

  const disk = new DiskModel();
  const acknowledged: number[] = [];
  const audits: Audit[] = [];
  let at = 0;
  for (const moment of moments) {
    for (; at < moment; at += 1) observe(events[at], disk, acknowledged);
    await mkdir(join(image, 'projects'), { recursive: true });
    await writeImage(disk.cut(FATES[audits.length % FATES.length] ?? (() => false)), directory, image);
    audits.push(await audit(image, acknowledged));
    await rm(image, { recursive: true });
  }
  return audits;
}

function observe(event: LogEvent | undefined, disk: DiskModel, acknowledged: number[]): void {
  if (event === undefined) return;
  disk.apply(event);
  if (event.kind === 'said' && event.line.startsWith('ack '))
    acknowledged.push(Number(event.line.slice('ack '.length)));
}
