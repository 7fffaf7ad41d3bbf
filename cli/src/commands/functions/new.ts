import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findFunctions } from '../../bundling/function-files.ts';
import { type Command, type Flags, text } from '../../command/command.ts';
import { requirePlainPath, writeWhole } from '../../files/write-whole.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult } from '../../outcome/result.ts';

const NAME = /^[a-z][a-z0-9_-]{0,62}$/;
const TRIGGERS = ['http', 'webhook', 'scheduled'] as const;
type Trigger = (typeof TRIGGERS)[number];

export const newFunction: Command = {
  name: 'functions new',
  args: ['<name>'],
  summary: 'Write the source of a new function into the folder functions/',
  more: 'Nothing is sent: "functions deploy" or "functions dev" deploys it. A file that is there is not written over.',
  options: [
    { flags: '--trigger <trigger>', text: 'what runs it; http when not said', choices: TRIGGERS },
    { flags: '--access <level>', text: 'who may call an http function; authenticated when not said' },
    { flags: '--schedule <cron>', text: 'when a scheduled function runs; every day at 3:00 UTC when not said' },
  ],
  examples: ['functions new greet', 'functions new report --trigger scheduled --schedule "0 7 * * 1"'],
  async run(context, [name = ''], flags) {
    if (!NAME.test(name)) {
      throw wrongUse(`The name of a function is a-z, 0-9, "_" and "-" after a letter, not ${JSON.stringify(name)}.`);
    }
    const source = sourceOf(flags);
    const { folder, folders } = await context.settings.serviceJson;
    const root = join(folder, folders.functions);
    const file = join(root, `${name}.ts`);
    await requirePlainPath(folder, file);
    const taken = (await findFunctions(root)).get(name);
    if (taken !== undefined) throw wrongUse(`There is a ${relative(context.cwd, join(root, taken))} already.`);
    await mkdir(root, { recursive: true });
    await requirePlainPath(folder, file);
    await writeWhole(file, source);
    const path = relative(context.cwd, file);
    return noteResult({ name, path }, `Wrote ${path}. Deploy it with: servicectl functions deploy ${name}`);
  },
};

function sourceOf(flags: Flags): string {
  const [access, schedule] = [text(flags, 'access'), text(flags, 'schedule')];
  const trigger = (text(flags, 'trigger') ?? (schedule === undefined ? 'http' : 'scheduled')) as Trigger;
  if (access !== undefined && trigger !== 'http') throw wrongUse('--access goes with functions of the trigger http.');
  if (schedule !== undefined && trigger !== 'scheduled') throw wrongUse('--schedule goes with --trigger scheduled.');
  switch (trigger) {
    case 'http':
      return httpSource(access ?? 'authenticated');
    case 'webhook':
      return WEBHOOK_SOURCE;
    case 'scheduled':
      return scheduledSource(schedule ?? '0 3 * * *');
  }
}

function httpSource(access: string): string {
  return `import type { Context } from '@service/functions/server';

export const config = { trigger: 'http', access: ${quoted(access)} };

export default async function (ctx: Context<{ name?: string }>) {
  return { hello: ctx.payload.name ?? 'world' };
}
`;
}

const WEBHOOK_SOURCE = `import type { WebhookContext } from '@service/functions/server';

export const config = { trigger: 'webhook' };

export default async function (ctx: WebhookContext) {
  if (!ctx.verifySignature(ctx.secrets['WEBHOOK_SECRET'])) {
    throw ctx.error('The signature does not fit.', { status: 401 });
  }
  const event = await ctx.request.json();
  console.log('received', event);
}
`;

/** A string literal in single quotes, as in the rest of the file. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function scheduledSource(schedule: string): string {
  return `import type { ScheduledContext } from '@service/functions/server';

export const config = { trigger: 'scheduled', schedule: ${quoted(schedule)}, timezone: 'UTC' };

export default async function (ctx: ScheduledContext) {
  console.log('runs for', ctx.payload.scheduled_for);
}
`;
}
