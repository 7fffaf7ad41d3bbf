import { type OwnRoot, openOwnRoot } from './own-root.ts';
import { type ProgramFiles, pathsOf } from './program-files.ts';

export interface OwnRoots {
  over(folders: string): Promise<OwnRoot | undefined>;
  close(): Promise<void>;
}

/** All processes of a kind share a namespace. It is rebuilt when the service had to create a new process folder. */
export function createOwnRoots(files: () => Promise<ProgramFiles>): OwnRoots {
  let paths: Promise<readonly string[]> | undefined;
  let current: { readonly folders: string; readonly root: Promise<OwnRoot | undefined> } | undefined;

  const close = async (): Promise<void> => {
    const closing = current;
    current = undefined;
    (await closing?.root?.catch(() => undefined))?.close();
  };
  return {
    async over(folders) {
      if (current?.folders === folders) return await current.root;
      await close();
      paths ??= files().then(pathsOf);
      const root = paths.then((found) => openOwnRoot(folders, found));
      current = { folders, root };
      root.catch(() => {
        current = undefined;
      });
      return await root;
    },
    close,
  };
}
