import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BlobError } from '../../blobs/index.ts';
import { type BackupTargetConfig, backupTargetOf } from '../../config/index.ts';
import { makeFolderSync } from '../../platform/make-folder.ts';
import { parameterProblem } from '../../platform/parameter-problem.ts';
import { WrongPassphrase } from '../format/generation.ts';
import { DamagedObject } from '../format/sealer.ts';
import { failureText } from '../place/failure-text.ts';
import { openPlace } from '../place/open-place.ts';
import type { Place } from '../place/place.ts';
import { askPassphrase } from './ask-passphrase.ts';
import { listText } from './list-generations.ts';
import { createProgressBar } from './progress-bar.ts';
import { type RecoverOptions, type RecoverReport, recover } from './recover.ts';
import { reportText } from './report.ts';
import { UnusableArchive, WrongUse } from './wrong-use.ts';

const EXIT = { whole: 0, wrongUse: 2, unreachable: 7, missing: 9 } as const;

const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

export const RECOVER_USAGE = `Makes a data directory from the archive of SERVICE_ARCHIVE_URL.

  recover --data FOLDER [--from URL] [--at TIME] [--project ID]... [--generation ID]
  recover --list [--from URL]

  --from URL        file:///folder; any other place comes from SERVICE_ARCHIVE_URL, because it holds a secret
  --data FOLDER     a new or empty folder, or one with a recovery that has not ended
  --at TIME         the moment, such as 2026-05-01T09:30:00.250Z; without it the last one
  --project ID      only this project (may be repeated) with the control store; the others answer 503 until they follow
  --generation ID   of several that were archived to this place; without it the newest that has the moment
  --list            the generations: machine, first and last moment, size

The passphrase comes from SERVICE_ARCHIVE_PASSPHRASE, or is asked for at a terminal.
Exit codes: 0 all is there, 2 wrong use, 7 the place cannot be reached, 9 something is missing or damaged.
`;

export interface CommandEnvironment {
  readonly archiveUrl: string | undefined;
  readonly passphrase: string | undefined;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export async function runRecover(parameters: readonly string[], environment: CommandEnvironment): Promise<number> {
  let place: Place | undefined;
  try {
    const asked = readParameters(parameters);
    if (asked.help) {
      environment.out(RECOVER_USAGE);
      return EXIT.whole;
    }
    place = openPlace(placeOf(asked.from, environment.archiveUrl), tmpdir());
    if (asked.list) {
      environment.out(await listText(place, environment.passphrase));
      return EXIT.whole;
    }
    prepareFolder(asked.data);
    const report = await recoverWith(place, asked, environment);
    environment.out(reportText(report, asked.data));
    return report.missing.length === 0 ? EXIT.whole : EXIT.missing;
  } catch (error) {
    return failure(error, environment);
  } finally {
    await place?.close();
  }
}

function prepareFolder(path: string): void {
  try {
    makeFolderSync(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new WrongUse(`The folder of --data cannot be used: ${failureText(error)}`);
  }
}

interface Parameters {
  readonly from: string | undefined;
  readonly data: string;
  readonly atMs: number | undefined;
  readonly projects: readonly string[];
  readonly generation: string | undefined;
  readonly list: boolean;
  readonly help: boolean;
}

function readParameters(parameters: readonly string[]): Parameters {
  const { values } = parse(parameters);
  const { from, data, at, project = [], generation, list = false, help = false } = values;
  if ((data === undefined || data === '') && !list && !help)
    throw new WrongUse('--data names the folder to recover into; see --help.');
  return { from, data: resolve(data ?? '.'), atMs: momentOf(at), projects: project, generation, list, help };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        from: { type: 'string' },
        data: { type: 'string' },
        at: { type: 'string' },
        project: { type: 'string', multiple: true },
        generation: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new WrongUse(parameterProblem(error));
  }
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new WrongUse('--at must be a time such as 2026-05-01T09:30:00.250Z, with its zone.');
  if (ms > Date.now()) throw new WrongUse('--at is in the future; without it the last moment is recovered.');
  return ms;
}

function placeOf(from: string | undefined, archiveUrl: string | undefined): BackupTargetConfig {
  const text = from ?? archiveUrl;
  if (text === undefined) throw new WrongUse('Name the place by --from file:///folder, or by SERVICE_ARCHIVE_URL.');
  const place = backupTargetOf(text);
  if (from !== undefined && (place?.kind === 's3' || /^s3:/.test(from))) {
    throw new WrongUse(
      'A place with credentials must not be in the arguments, where others can see it: set SERVICE_ARCHIVE_URL.',
    );
  }
  if (place === undefined) {
    throw new WrongUse('The place must be file:///folder or s3://key:secret@host/bucket/prefix?region=….');
  }
  return place;
}

async function recoverWith(place: Place, asked: Parameters, environment: CommandEnvironment): Promise<RecoverReport> {
  const bar = createProgressBar(environment.error);
  const run = async (passphrase: string | undefined): Promise<RecoverReport> => {
    const { data: dataDir, atMs, projects, generation } = asked;
    const options: RecoverOptions = { place, passphrase, dataDir, atMs, projects, generation, onProgress: bar.show };
    return await recover(options);
  };
  try {
    return await run(environment.passphrase);
  } catch (error) {
    const isAskable = error instanceof WrongPassphrase && environment.passphrase === undefined && process.stdin.isTTY;
    if (!isAskable) throw error;
    return await run(await askPassphrase());
  } finally {
    bar.end();
  }
}

function failure(error: unknown, { error: write }: CommandEnvironment): number {
  write(`${failureText(error)}\n`);
  if (error instanceof WrongUse || error instanceof WrongPassphrase) return EXIT.wrongUse;
  if (error instanceof UnusableArchive || error instanceof DamagedObject) return EXIT.missing;
  if (error instanceof BlobError) return EXIT.unreachable;
  const code = Object(error).code;
  // Only the data folder is written to.
  if (NO_ROOM.includes(code)) return EXIT.wrongUse;
  return typeof code === 'string' ? EXIT.unreachable : 1;
}
