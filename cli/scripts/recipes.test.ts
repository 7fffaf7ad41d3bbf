import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/commands/index.ts';
import { buildProgram } from '../src/program/build-program.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const WIDTH = 80;

/** The commands on a page, split as a shell does. */
function commandsIn(text: string): string[][] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.replaceAll('\\\n', ' '));
  const inline = [...text.matchAll(/`(servicectl [^`…]+)`/g)].map(([, line = '']) => line);
  return [...blocks.flatMap((block) => block.split('\n')), ...inline]
    .filter((line) => line.startsWith('servicectl '))
    .map((line) => line.replace(/\s(?:#|<).*$/, '').match(/"[^"]*"|\S+/g) ?? [])
    .map(([, ...words]) => words.map((word) => word.replaceAll('"', '')));
}

async function parse(words: readonly string[]): Promise<string> {
  let ran = '';
  const program = buildProgram(COMMANDS, WIDTH, async ({ name }) => {
    ran = name;
  });
  for (const command of [program, ...program.commands]) command.configureOutput({ writeErr: () => undefined });
  await program.parseAsync(words, { from: 'user' });
  return ran;
}

test('every command in the recipes and the tutorial exists in servicectl, with the options that it uses', async () => {
  const recipes = (await readdir(new URL('recipes/', DOCS))).filter((name) => name.endsWith('.md'));
  expect(recipes).toHaveLength(10);
  let count = 0;
  for (const page of [...recipes.map((name) => `recipes/${name}`), 'tutorial.md']) {
    for (const words of commandsIn(await readFile(new URL(page, DOCS), 'utf8'))) {
      const ran = await parse(words).catch((error: unknown) => `${error}`);
      expect(words.join(' ').startsWith(ran), `${page}: servicectl ${words.join(' ')}: ${ran}`).toBe(true);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(30);
});

test('the check finds unknown commands and unknown options', async () => {
  expect(commandsIn('```sh\nservicectl rows lst a "b c"   # why\n```')).toEqual([['rows', 'lst', 'a', 'b c']]);
  await expect(parse(['rows', 'lst'])).rejects.toThrow();
  await expect(parse(['rows', 'list', 'a', '--filtr', 'x'])).rejects.toThrow();
});
