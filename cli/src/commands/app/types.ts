import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { linkFunctionTypes } from '../../../../packages/client/src/build/function-types.ts';
import { path } from '../../api/path.ts';
import { findFunctions } from '../../bundling/function-files.ts';
import { type Command, flag, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { readIfThere, requirePlainPath, writeWhole } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { noteResult } from '../../outcome/result.ts';

export const TYPES_FILE = 'service-env.d.ts';

export const types: Command = {
  name: 'types',
  summary: 'Write the TypeScript types of the project’s tables and functions',
  more: 'Payloads and results of functions come from their TypeScript sources, where the folder of functions has them.',
  options: [
    { flags: '--check', text: 'write nothing; exit 6 when the file is not up to date' },
    { flags: '--out <file>', text: `where to; ${TYPES_FILE} beside service.json when not said` },
  ],
  examples: ['types', 'types --check'],
  async run(context, _args, flags) {
    const project = await context.settings.requireProject();
    const out = text(flags, 'out');
    const { folder } = await context.settings.serviceJson;
    const file = out === undefined ? join(folder, TYPES_FILE) : resolve(context.cwd, out);
    const content = await fetchTypes(context, project, file);
    const isCurrent = (await readIfThere(file, (name) => readFile(name, 'utf8'))) === content;
    const shown = relative(context.cwd, file) || file;
    if (flag(flags, 'check')) {
      const state = isCurrent ? 'is up to date' : 'is not up to date: run "servicectl types"';
      const result = noteResult({ path: shown, equal: isCurrent }, `${shown} ${state}.`);
      return { ...result, exit: isCurrent ? EXIT.done : EXIT.different };
    }
    if (out === undefined) await requirePlainPath(folder, file);
    if (!isCurrent) await writeWhole(file, content);
    const told = isCurrent ? 'was up to date' : 'is written';
    return noteResult({ path: shown, written: !isCurrent }, `${shown} ${told}.`);
  },
};

export async function fetchTypes(context: Context, project: string, file: string): Promise<string> {
  const described = await (await context.api()).text(path`/api/cloud/projects/${project}/types.ts`);
  const { folder, folders } = await context.settings.serviceJson;
  const functions = join(folder, folders.functions);
  const sources = new Map<string, string>();
  for (const [name, source] of await findFunctions(functions)) {
    const away = relative(dirname(file), join(functions, source)).split(sep).join('/');
    if (source.endsWith('.ts')) sources.set(name, away.startsWith('.') ? away : `./${away}`);
  }
  return linkFunctionTypes(described, sources);
}
