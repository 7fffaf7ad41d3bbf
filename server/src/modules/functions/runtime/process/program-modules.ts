import type { Program } from '../interface/runtime.ts';
import { functionNameOf } from '../wire/protocol.ts';

/** The modules that one process may load: none at first, then those of the only program that it ever runs. */
export interface ProgramModules {
  /** `onFirst` is called once, before the process gets its first module, so before it can run code of a project. */
  give(program: Program, onFirst: () => void): void;
  /** The process finds modules only meanwhile: an idle process must not keep texts outside the cache of functions. */
  during<T>(program: Program, work: () => Promise<T>): Promise<T>;
  find(moduleName: string): string | undefined;
}

export function createProgramModules(): ProgramModules {
  let given: Pick<Program, 'projectStore' | 'version'> | undefined;
  let onFirst: (() => void) | undefined;
  let texts: ReadonlyMap<string, string> | undefined;
  let users = 0;
  return {
    give({ projectStore, version }, first) {
      if (given !== undefined) throw new Error('A process runs one program only.');
      given = { projectStore, version };
      onFirst = first;
    },
    async during({ projectStore, version, modules }, work) {
      if (given?.projectStore !== projectStore || given.version !== version)
        throw new Error('A process runs one program only.');
      users += 1;
      texts = modules;
      try {
        return await work();
      } finally {
        users -= 1;
        if (users === 0) texts = undefined;
      }
    },
    find(moduleName) {
      const functionName = functionNameOf(moduleName);
      const text = functionName === undefined ? undefined : texts?.get(functionName);
      if (text === undefined) return undefined;
      onFirst?.();
      onFirst = undefined;
      return text;
    },
  };
}
