import { createFolderPlace } from '../../../src/continuous-archive/place/folder-place.ts';
import { recover } from '../../../src/continuous-archive/recover/recover.ts';

/** Recovers the last moment of a folder's archive, unless it is killed before. */
export interface RecoverProcessOrder {
  readonly directory: string;
  readonly dataDir: string;
  readonly passphrase: string | null;
}

const { directory, dataDir, passphrase } = JSON.parse(process.argv[2] ?? '') as RecoverProcessOrder;
await recover({
  place: createFolderPlace(directory),
  passphrase: passphrase ?? undefined,
  dataDir,
  atMs: undefined,
  projects: [],
  generation: undefined,
  onProgress: () => undefined,
});
