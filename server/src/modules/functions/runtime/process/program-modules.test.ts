import { describe, expect, it } from 'vitest';
import type { Program } from '../interface/runtime.ts';
import { createProgramModules } from './program-modules.ts';

const NAME = 'functions/one.js';
const program: Program = { projectStore: 'a', version: '1', modules: new Map([['one', 'text']]) };

function open() {
  const loads: string[] = [];
  const modules = createProgramModules();
  modules.give(program, () => loads.push('first'));
  return { modules, loads };
}

describe('the modules of a process', () => {
  it('are found while a call runs, and the texts are released with the last call', async () => {
    const { modules } = open();
    const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    expect(modules.find(NAME)).toBeUndefined();
    const ends = [long, short].map(({ promise }) => modules.during(program, () => promise));
    expect(modules.find(NAME)).toBe('text');
    short.resolve();
    await ends[1];
    expect(modules.find(NAME)).toBe('text');
    long.reject(new Error('failed'));
    await expect(ends[0]).rejects.toThrow('failed');
    expect(modules.find(NAME)).toBeUndefined();
  });

  it('tell when the process gets the first one', async () => {
    const { modules, loads } = open();
    await modules.during(program, async () => {
      for (const name of ['functions/none.js', 'one', 'functions/one.mjs']) expect(modules.find(name)).toBeUndefined();
      expect(loads).toEqual([]);
      for (let load = 0; load < 2; load += 1) expect(modules.find(NAME)).toBe('text');
    });
    expect(loads).toEqual(['first']);
  });

  it.each([
    ['project', { ...program, projectStore: 'b' }],
    ['version', { ...program, version: '2' }],
  ])('are never those of another %s', async (_name, other) => {
    const { modules } = open();
    expect(() => modules.give(other, () => undefined)).toThrow('one program only');
    await expect(modules.during(other, async () => modules.find(NAME))).rejects.toThrow('one program only');
    await expect(createProgramModules().during(program, async () => 1)).rejects.toThrow('one program only');
    expect(modules.find(NAME)).toBeUndefined();
  });
});
