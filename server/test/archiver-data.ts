import type { ArchiverData } from '../src/continuous-archive/thread/protocol.ts';

/** An archiver of a data folder without files, with its place in a folder and no passphrase. */
export function archiverData(dataDir: string, directory: string): ArchiverData {
  return {
    dataDir,
    place: { kind: 'file', directory },
    seconds: 1,
    days: 1,
    passphrase: undefined,
    hasFiles: false,
    version: '1',
  };
}
