import { Type } from 'typebox';
import { CALLS_PER_MINUTE } from './call-limit.ts';
import { ANSWER_BYTES_MAX } from './fit-answer.ts';
import { CELL_CHARACTERS_MAX, ROWS_MAX } from './list-rows.ts';
import { declareTool, type ToolContext, trusted } from './tool.ts';

type Record_ = Readonly<Record<string, unknown>>;

export const getContext = declareTool({
  name: 'get_context',
  title: 'What the project is made of',
  description:
    'Call this first. Returns the tables with columns, rules and numbers of rows, the functions, the webhooks and the limits.',
  input: Type.Object({}, { additionalProperties: false }),
  effect: 'reads',
  async run(context) {
    const { api, base, mode } = context;
    const [project, tables, functions, webhooks, usage] = await Promise.all([
      api.call('GET', base),
      readTables(context),
      listOf(context, '/functions'),
      listOf(context, '/webhooks'),
      api.call('GET', `${base}/usage`),
    ]);
    const { id, name, plan, base_url, app_url } = project.data as Record_;
    return trusted({
      project: { id, name, plan, base_url, app_url },
      mode,
      tables,
      functions: functions.map(aboutFunction),
      webhooks: webhooks.map(aboutWebhook),
      usage: usage.data,
      limits: {
        calls_per_minute: CALLS_PER_MINUTE,
        answer_bytes: ANSWER_BYTES_MAX,
        rows_per_list: ROWS_MAX,
        cell_characters: CELL_CHARACTERS_MAX,
      },
    });
  },
});

async function readTables(context: ToolContext): Promise<unknown[]> {
  const [schema, counted] = await Promise.all([
    context.api.call('GET', `${context.base}/schema`),
    listOf(context, '/tables?summary=true&limit=1000'),
  ]);
  const counts = new Map(counted.map(({ name, row_count }) => [name, row_count]));
  const { tables } = (schema.data as { schema: { tables: Record<string, Record_> } }).schema;
  return Object.entries(tables).map(([name, { columns, indexes, rules }]) => ({
    name,
    row_count: counts.get(name) ?? null,
    columns,
    ...(Array.isArray(indexes) && indexes.length > 0 && { indexes }),
    rules,
  }));
}

async function listOf({ api, base }: ToolContext, path: string): Promise<readonly Record_[]> {
  return (await api.call('GET', `${base}${path}`)).data as readonly Record_[];
}

function aboutFunction({ name, trigger, access, schedule, timezone, description, enabled, origin }: Record_): Record_ {
  return { name, trigger, access, schedule, timezone, description, enabled, origin };
}

/** Omits the path of the URL, which is often the only secret that protects it. */
function aboutWebhook({ id, table, events, url, description, enabled, disabled_reason }: Record_): Record_ {
  const host = URL.parse(String(url))?.host ?? null;
  return { id, table, events, host, description, enabled, disabled_reason };
}
