import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderPlace } from '../../../src/continuous-archive/place/folder-place.ts';
import { openPlace } from '../../../src/continuous-archive/place/open-place.ts';
import { type Fault, startFaultyObjectStore } from '../../faulty-object-store.ts';
import type { RoundsPlace } from './life.ts';
import type { ProcessFaults } from './writer-order.ts';

export type OpenedRoundsPlace = RoundsPlace & AsyncDisposable;

export async function openRoundsFolder(faults: RoundsPlace['faults']): Promise<OpenedRoundsPlace> {
  const root = await mkdtemp(join(tmpdir(), 'archive-place-'));
  const directory = join(root, 'place');
  return {
    url: `file://${directory}`,
    directory,
    faults,
    open: () => createFolderPlace(directory),
    clear: () => rm(directory, { recursive: true, force: true }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** A real S3 server behind a proxy that refuses requests, or loses the answers to requests that were carried out. */
export async function openRoundsBucket(faults: RoundsPlace['faults']): Promise<OpenedRoundsPlace> {
  const store = await startFaultyObjectStore();
  const { endpoint, accessKey, secretKey, bucket } = store.config;
  const { host } = new URL(endpoint);
  let life = 0;
  const prefix = (): string => `life-${life}`;
  return {
    get url() {
      return `s3://${accessKey}:${secretKey}@${host}/${bucket}/${prefix()}?tls=off`;
    },
    directory: undefined,
    faults,
    disturb: (fault) => store.script(() => faultOf(fault)),
    open: () => openPlace({ ...store.config, prefix: prefix() }, tmpdir()),
    async clear() {
      life += 1;
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function faultOf(fault: ProcessFaults['place']): Fault | undefined {
  if (fault !== 'failing' || Math.random() < 0.6) return undefined;
  return Math.random() < 0.5 ? { kind: 'answer', status: 503, code: 'SlowDown' } : { kind: 'lose-answer' };
}
