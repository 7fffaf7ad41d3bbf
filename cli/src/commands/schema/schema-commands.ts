import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Command, flag } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { isSameJson, parseJson } from '../../files/parse-json.ts';
import { readIfThere, requirePlainPath, writeWhole } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { failed, wrongUse } from '../../outcome/failure.ts';
import { noteResult, type Result } from '../../outcome/result.ts';
import { type TableChange, waitForChange } from '../project/table-changes.ts';
import { projectApi } from '../project/tables.ts';
import { fetchSchema, schemaText } from './fetch-schema.ts';
import { pullSources } from './pull-sources.ts';

interface Step {
  readonly action: string;
  readonly table?: string;
  readonly column?: string;
  readonly function?: string;
  readonly detail: string;
  readonly loses: { readonly rows: number } | null;
  readonly opens: boolean;
}

interface PlannedSchema {
  readonly plan: readonly Step[];
  readonly applied: boolean;
  readonly revision: string;
  /** Present when unique indexes of a large table are built first: nothing else has changed yet. */
  readonly change?: TableChange;
}

const diff: Command = {
  name: 'diff',
  summary: 'Show what push would change; exit 6 when there is something',
  examples: ['diff', 'diff --json'],
  async run(context) {
    const { plan, revision } = await planned(context, await readSchemaFile(context));
    const data = { equal: plan.length === 0, revision, plan };
    return { ...planResult(data, plan), exit: data.equal ? EXIT.done : EXIT.different };
  },
};

const push: Command = {
  name: 'push',
  summary: 'Make tables, rules and options of functions what schema.json says, in one transaction',
  more: 'The plan is shown and asked about. Unique indexes of large tables are built first, with their progress; equal rows refuse the whole plan. When somebody changes the project meanwhile nothing is applied (409 conflict).',
  options: [CONFIRM],
  examples: ['push', 'push --yes', 'push --confirm my-shop'],
  async run(context) {
    const schema = await readSchemaFile(context);
    const { plan, revision } = await planned(context, schema);
    if (plan.length === 0) return noteResult({ plan, applied: false, revision }, 'There is nothing to change.');
    if (!context.output.options.isJson) for (const step of plan) context.output.note(`  ${lineOf(step)}`);
    const { project } = await projectApi(context);
    const loses = plan.some((step) => step.loses !== null);
    if (loses) await context.confirmLoss('This loses data.', project);
    else if (context.options.confirm !== project) await context.confirm(`Make ${count(plan)} in ${project}?`);
    const made = await apply(context, schema, { revision, confirm: loses ? project : undefined });
    return noteResult({ ...made, plan }, `Made ${count(plan)} in ${project}.`);
  },
};

interface ConfirmedPlan {
  readonly revision: string;
  readonly confirm: string | undefined;
}

/** The server answers a schema with unique indexes of large tables before it has built them. */
async function apply(context: Context, schema: unknown, confirmed: ConfirmedPlan): Promise<PlannedSchema> {
  const { api, base } = await projectApi(context);
  let { revision } = confirmed;
  for (;;) {
    const { data } = await api.call<PlannedSchema>(`${base}/schema`, {
      method: 'PUT',
      query: { confirm: confirmed.confirm },
      json: schema,
      headers: { 'if-match': `"${revision}"` },
    });
    if (data.change === undefined) return data;
    context.output.note(`Building unique indexes of ${data.change.table} first (change ${data.change.id}).`);
    await waitForChange(context, data.change.id);
    const next = await planned(context, schema);
    requireKnown(data.plan, next.plan);
    revision = next.revision;
  }
}

function requireKnown(confirmed: readonly Step[], plan: readonly Step[]): void {
  const known = new Set(confirmed.map((step) => `${step.action} ${nameOf(step)}`));
  if (plan.every((step) => known.has(`${step.action} ${nameOf(step)}`))) return;
  throw failed('The project was changed while its indexes were built. Push again.', 'conflict');
}

const pull: Command = {
  name: 'pull',
  summary: 'Write schema.json from the project',
  more: 'The same project gives the same bytes. Asks before it replaces a file that differs in more than its layout; --yes answers.',
  options: [{ flags: '--sources', text: 'also write the sources of functions that were put by hand' }],
  examples: ['pull', 'pull --sources'],
  async run(context, _args, flags) {
    const { project } = await projectApi(context);
    const { schema, revision } = await fetchSchema(context, project);
    const { folder, folders } = await context.settings.serviceJson;
    const files = new Map([[join(folder, folders.schema), schemaText(schema)]]);
    if (flag(flags, 'sources')) {
      for (const [name, text] of await pullSources(context)) files.set(join(folder, folders.functions, name), text);
    }
    const written = await writeFiles(context, folder, files);
    const told = written.length === 0 ? 'Everything is up to date.' : `Wrote ${written.join(', ')}.`;
    return noteResult({ written, revision }, told, written.length);
  },
};

async function writeFiles(context: Context, folder: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const changed: string[] = [];
  const others: string[] = [];
  for (const [file, text] of files) {
    await requirePlainPath(folder, file);
    const before = await readIfThere(file, (path) => readFile(path, 'utf8'));
    if (before === text) continue;
    changed.push(file);
    if (before !== undefined && !isSameJson(before, text)) others.push(relative(context.cwd, file));
  }
  if (others.length > 0) await context.confirm(`Write over ${others.join(', ')}?`);
  for (const file of changed) {
    await mkdir(dirname(file), { recursive: true });
    await requirePlainPath(folder, file);
    await writeWhole(file, files.get(file) ?? '');
  }
  return changed.map((file) => relative(context.cwd, file));
}

async function planned(context: Context, schema: unknown): Promise<PlannedSchema> {
  const { api, base } = await projectApi(context);
  return (await api.call<PlannedSchema>(`${base}/schema`, { method: 'PUT', query: { dry_run: true }, json: schema }))
    .data;
}

async function readSchemaFile(context: Context): Promise<unknown> {
  const { folder, folders } = await context.settings.serviceJson;
  const file = join(folder, folders.schema);
  await requirePlainPath(folder, file);
  const text = await readIfThere(file, (path) => readFile(path, 'utf8'));
  if (text === undefined) throw wrongUse(`There is no ${relative(context.cwd, file)}.`, 'servicectl pull');
  const shown = relative(context.cwd, file);
  const schema = parseJson(text, shown);
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  const kind = Array.isArray(schema) ? 'a list' : 'a single value';
  throw wrongUse(`${shown} is ${kind}: it must be an object such as {"version": 1, "tables": {}}.`, 'servicectl pull');
}

function planResult(data: object, plan: readonly Step[]): Result {
  const rows = plan.map((step) => ({
    ...step,
    on: nameOf(step),
    loses: step.loses === null ? '' : `${step.loses.rows} rows`,
    opens: step.opens ? 'yes' : '',
  }));
  return {
    data,
    count: 1,
    shown: {
      as: 'rows',
      columns: ['action', 'on', 'detail', 'loses', 'opens'],
      rows,
      none: 'The project is what the file says.',
    },
  };
}

function lineOf(step: Step): string {
  const marks = [step.loses && `loses ${step.loses.rows} rows`, step.opens && 'opens'].filter(Boolean).join(', ');
  return `${step.action} ${nameOf(step)}: ${step.detail}${marks === '' ? '' : ` [${marks}]`}`;
}

function nameOf(step: Step): string {
  return step.function ?? [step.table, step.column].filter(Boolean).join('.');
}

function count(plan: readonly Step[]): string {
  return `${plan.length} change${plan.length === 1 ? '' : 's'}`;
}

export const schemaCommands: readonly Command[] = [diff, push, pull];
