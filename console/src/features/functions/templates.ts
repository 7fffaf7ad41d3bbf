import type { Trigger } from './function-queries.ts';

export const TEMPLATES: Readonly<Record<string, { readonly trigger: Trigger | undefined; readonly source: string }>> = {
  Hello: {
    trigger: 'http',
    source: `export default async function (ctx) {
  const { name = 'world' } = ctx.payload ?? {};
  ctx.log.info('called', { name });
  return { greeting: \`Hello \${name}\` };
}
`,
  },
  'Count rows': {
    trigger: 'http',
    source: `export default async function (ctx) {
  const { table } = ctx.payload;
  return { table, rows: await ctx.data.table(table).count() };
}
`,
  },
  'Signed webhook': {
    trigger: 'webhook',
    source: `export default async function (ctx) {
  if (!ctx.verifySignature(ctx.secrets.WEBHOOK_SECRET)) throw ctx.error('Wrong signature', { status: 401 });
  const event = ctx.request.json();
  ctx.log.info('received', event);
}
`,
  },
  'Every day': {
    trigger: 'scheduled',
    source: `export default async function (ctx) {
  ctx.log.info('it is time', ctx.payload.scheduled_for);
}
`,
  },
  Empty: {
    trigger: undefined,
    source: `export default async function (ctx) {
}
`,
  },
};
