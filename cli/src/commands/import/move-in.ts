import type { Context } from '../../command/context.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure } from '../../outcome/failure.ts';
import type { Result } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { type Counts, checkSource } from './check-source.ts';
import { createTables } from './create-tables.ts';
import { withoutLateRequirements } from './load-order.ts';
import { loadRows } from './load-rows.ts';
import { loadUsers } from './load-users.ts';
import { rowCounts } from './row-counts.ts';
import type { LeftOut, Source } from './source.ts';
import { Uploads } from './uploads.ts';

/** Imports tables first, all or none; then users, files and rows, reporting each one that is refused. */
export async function moveIn(context: Context, source: Source, isDryRun: boolean): Promise<Result> {
  const { api, base } = await projectApi(context);
  if (isDryRun) return report(source, await checkSource(source), isDryRun);
  await createTables(api, base, withoutLateRequirements(source.tables, source.leftOut));
  const uploads = new Uploads(api, base, source.leftOut);
  context.output.note(`Tables created: ${source.tables.length}.`);
  try {
    const users = await loadUsers(api, base, source);
    context.output.note(`Users imported: ${users.done}.`);
    const rows = await loadRows({ api, base, source, uploads, note: (text) => context.output.note(text) });
    for await (const file of source.files()) await uploads.upload(file);
    return report(source, { users, rows, files: uploads.counts }, isDryRun);
  } catch (error) {
    throw await withProgress(context, base, source, error);
  }
}

/** Adds to a failure how far the import got. Asks the server, which may have stored rows without confirming them. */
async function withProgress(context: Context, base: string, { tables }: Source, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  const counts = await rowCounts(await context.lastApi(), base).catch(() => undefined);
  const counted = tables.flatMap(({ name }) => (counts?.has(name) ? [`${name} ${counts.get(name)}`] : []));
  const rows =
    counts === undefined
      ? 'The rows could not be counted (servicectl tables list).'
      : `Rows that are in: ${counted.join(', ')}.`;
  const next = 'To go on, delete these tables and import again: users who are in stay, and nothing is there twice.';
  return new Failure(`${error.message} The import is not complete. ${rows} ${next}`, error.facts);
}

function report({ tables, leftOut }: Source, counts: Counts, isDryRun: boolean): Result {
  const data = {
    tables: tables.map(({ name }) => name),
    ...Object.fromEntries(Object.entries(counts).map(([kind, { done, failed }]) => [kind, { imported: done, failed }])),
    left_out: leftOut,
    dry_run: isDryRun,
  };
  const hasFailed = Object.values(counts).some(({ failed }) => failed > 0);
  return {
    data,
    count: tables.length,
    exit: hasFailed ? EXIT.failed : EXIT.done,
    shown: { as: 'text', text: textOf(tables.length, counts, leftOut, isDryRun) },
  };
}

function textOf(tables: number, counts: Counts, leftOut: readonly LeftOut[], isDryRun: boolean): string {
  const lines = Object.entries(counts).map(([kind, { done, failed }]) => {
    return `${kind}\t${done}${failed > 0 ? `\t${failed} refused` : ''}`;
  });
  const left = leftOut.map(({ kind, name, reason }) => `left out\t${kind}\t${name}\t${reason}`);
  return `${[...(isDryRun ? ['nothing was changed'] : []), `tables\t${tables}`, ...lines, ...left].join('\n')}\n`;
}
