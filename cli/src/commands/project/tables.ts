import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import type { Command } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { listResult } from '../../outcome/result.ts';

interface Column extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly type: string;
}

interface Table extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly columns: readonly Column[];
}

const OPTIONS = ['required', 'unique', 'indexed', 'hidden', 'read_only'] as const;

const list: Command = {
  name: 'tables list',
  summary: 'List the tables of the project',
  examples: ['tables list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const { data, count } = await listAll(api, `${base}/tables`);
    const rows = data.map((table) => ({ ...table, columns: columnCount(table), ...ruleLevels(table['rules']) }));
    const columns = ['name', 'columns', 'read', 'create', 'update', 'delete'];
    return { ...listResult({ data, count }, columns), shown: { as: 'rows', columns, rows } };
  },
};

const show: Command = {
  name: 'tables show',
  args: ['<name>'],
  summary: 'Show the columns of a table; with --json also its rules and how many rows it has',
  examples: ['tables show todos', 'tables show todos --json'],
  async run(context, [name = '']) {
    const { api, base } = await projectApi(context);
    const { data, count } = await api.get<Table>(`${base}${path`/tables/${name}`}`);
    const rows = data.columns.map((column) => ({
      ...column,
      options: OPTIONS.filter((option) => column[option] === true).join(','),
      refers_to: column['table'],
    }));
    return { data, count, shown: { as: 'rows', columns: ['name', 'type', 'options', 'refers_to'], rows } };
  },
};

function columnCount(table: Readonly<Record<string, unknown>>): number {
  const { columns } = table;
  return Array.isArray(columns) ? columns.length : Number(columns ?? 0);
}

function ruleLevels(rules: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rules ?? {}).map(([action, rule]) => {
      const { level, where } = typeof rule === 'object' && rule !== null ? (rule as Record<string, unknown>) : {};
      return [action, level === undefined ? rule : `${level}${where === undefined ? '' : ' (where)'}`];
    }),
  );
}

export async function projectApi(context: Context) {
  const project = await context.settings.requireProject();
  const api = await context.api();
  return { api, project, base: path`/api/cloud/projects/${project}`, data: path`/api/baas/${project}` };
}

export const tableCommands: readonly Command[] = [list, show];
