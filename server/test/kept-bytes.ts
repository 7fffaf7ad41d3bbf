import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject, TestServer } from './start-test-server.ts';

export interface KeptBytes {
  /** Names of all files below the blob folder, sorted: blobs, and files that are not yet or no longer blobs. */
  readonly onDisk: readonly string[];
  readonly inRows: readonly string[];
  readonly usage: { readonly files: number; readonly bytes: number };
}

/** A project's files on disk and in the database. For servers with a single project. */
export async function keptBytes(server: TestServer, project: TestProject): Promise<KeptBytes> {
  const entries = await readdir(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const list = await project.secretApi<{ data: { id: string }[] }>('/storage/files?limit=1000');
  const usage = await project.cloudApi<{ data: { storage: KeptBytes['usage'] } }>('/usage');
  const { files, bytes } = usage.body.data.storage;
  return {
    onDisk: entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort(),
    inRows: list.body.data.map(({ id }) => id).sort(),
    usage: { files, bytes },
  };
}
