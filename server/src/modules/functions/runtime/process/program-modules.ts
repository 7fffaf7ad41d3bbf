import type { Program } from '../interface/runtime.ts';
import { moduleNameOf } from '../wire/protocol.ts';

/** The modules that one process may load: none at first, then those of the only program that it ever runs. */
export interface ProgramModules {
  /** `onFirst` is called once, before the process gets its first module, so before it can run code of a project. */
  give(program: Program, onFirst: () => void): void;
  find(moduleName: string): string | undefined;
}

export function createProgramModules(): ProgramModules {
  const texts = new Map<string, string>();
  let onFirst: (() => void) | undefined;
  return {
    give(program, first) {
      if (texts.size > 0) throw new Error('A process runs one program only.');
      onFirst = first;
      for (const [name, text] of program.modules) texts.set(moduleNameOf(name), text);
    },
    find(moduleName) {
      const text = texts.get(moduleName);
      if (text === undefined) return undefined;
      onFirst?.();
      onFirst = undefined;
      return text;
    },
  };
}
