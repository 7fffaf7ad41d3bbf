import { moduleNameOf } from '../wire/protocol.ts';

type FunctionMain = (ctx: object) => unknown;

const mains = new Map<string, FunctionMain>();

/** Loads a module when its function is first called, so that a module that fails to load does not affect the others. */
export async function mainOf(name: string): Promise<FunctionMain> {
  const known = mains.get(name);
  if (known !== undefined) return known;
  const module: { readonly default?: unknown } = await import(moduleNameOf(name));
  if (typeof module.default !== 'function') throw new TypeError('The default export is not a function.');
  const main = module.default as FunctionMain;
  mains.set(name, main);
  return main;
}
