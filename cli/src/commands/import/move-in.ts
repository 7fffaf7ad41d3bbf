import type { Context } from '../../command/context.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import type { Result } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { createTables } from './create-tables.ts';
import { withoutLateRequirements } from './load-order.ts';
import { loadRows } from './load-rows.ts';
import { loadUsers } from './load-users.ts';
import type { LeftOut, Source } from './source.ts';
import { Uploads } from './uploads.ts';

interface Counts {
  readonly [kind: string]: { done: number; failed: number };
}

/** Tables first, all or none; then users, files and rows, each told when it is refused. */
export async function moveIn(context: Context, source: Source, isDryRun: boolean): Promise<Result> {
  const { api, base } = await projectApi(context);
  if (isDryRun) return report(source, await countAll(source), isDryRun);
  await createTables(api, base, withoutLateRequirements(source.tables, source.leftOut));
  const uploads = new Uploads(api, base, source.leftOut);
  context.output.note(`${source.tables.length} tables are there.`);
  const users = await loadUsers(api, base, source);
  context.output.note(`${users.done} users are there.`);
  const rows = await loadRows({ api, base, source, uploads, note: (text) => context.output.note(text) });
  for await (const file of source.files()) await uploads.upload(file);
  return report(source, { users, rows, files: uploads.counts }, isDryRun);
}

async function countAll(source: Source): Promise<Counts> {
  const counts = { users: { done: 0, failed: 0 }, rows: { done: 0, failed: 0 }, files: { done: 0, failed: 0 } };
  for await (const _ of source.users()) counts.users.done += 1;
  for (const table of source.tables) {
    for await (const row of table.rows()) {
      counts.rows.done += 1;
      counts.files.done += Uploads.filesIn(row).length;
    }
  }
  for await (const _ of source.files()) counts.files.done += 1;
  return counts;
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
