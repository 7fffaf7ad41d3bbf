import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../api/api.ts';
import { type Command, type Flags, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { isSameJson, parseJson } from '../../files/parse-json.ts';
import { readSecret } from '../../files/read-secret.ts';
import { readIfThere, writeWhole } from '../../files/write-whole.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { noteResult, type Result } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { patchOf, planSettings, type SettingChange } from './plan-settings.ts';
import { isObject, readSettingsFile, settable, settingsPlace, settingsText, type Values } from './settings-file.ts';

const ORIGINS = 'allowed_origins';
const SECRET_SETTING = /^(auth\.providers\.[a-z][a-z0-9_-]{0,30}\.client_secret|inbox\.captcha\.secret)$/;

interface ShownProject {
  readonly allowed_origins: readonly string[];
}

const pull: Command = {
  name: 'settings pull',
  summary: 'Write settings.json from the project, beside schema.json',
  more: 'It has every setting and the allowed origins, and no secret. Asks before it replaces a file that differs in more than its layout; --yes answers.',
  examples: ['settings pull'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const { file } = await settingsPlace(context);
    const { origins, settings } = await fetchSettings(api, base);
    const wanted = settingsText(origins, settings);
    const before = await readIfThere(file, (path) => readFile(path, 'utf8'));
    const path = relative(context.cwd, file);
    if (before === wanted) return noteResult({ written: [] }, 'Everything is up to date.', 0);
    if (before !== undefined && !isSameJson(before, wanted)) await context.confirm(`Write over ${path}?`);
    await writeWhole(file, wanted);
    return noteResult({ written: [path] }, `Wrote ${path}.`);
  },
};

const diff: Command = {
  name: 'settings diff',
  summary: 'Show what settings push would change; exit 6 when there is something',
  examples: ['settings diff', 'settings diff --json'],
  async run(context) {
    const { api, base } = await projectApi(context);
    const plan = await planFrom(context, api, base);
    const data = { equal: plan.length === 0, plan };
    return { ...planResult(data, plan), exit: data.equal ? EXIT.done : EXIT.different };
  },
};

const push: Command = {
  name: 'settings push',
  summary: 'Make the settings of the project what settings.json says',
  more: 'The changes are shown and asked about. A setting that the file lacks stays as it is, but a provider of sign-in that it lacks is removed. Secrets never stand in the file: a new provider has its secret from --secrets-file, a JSON object such as {"auth.providers.google.client_secret": "…"}.',
  options: [
    { flags: '--secrets-file <file>', text: 'read secrets of settings from a file, or from standard input for -' },
  ],
  examples: ['settings push', 'settings push --yes', 'settings push --secrets-file secrets.json'],
  async run(context, _args, flags) {
    const secrets = await readSecrets(context, flags);
    const { api, base, project } = await projectApi(context);
    const plan = await planFrom(context, api, base);
    if (plan.length === 0 && secrets.size === 0) {
      return noteResult({ plan, applied: false }, 'There is nothing to change.');
    }
    if (!context.output.options.isJson) for (const change of plan) context.output.note(`  ${lineOf(change)}`);
    for (const setting of secrets.keys()) context.output.note(`  ${setting}: a new secret`);
    const count = plan.length + secrets.size;
    await context.confirm(`Make ${count} change${count === 1 ? '' : 's'} in ${project}?`);
    await apply(api, base, { plan, secrets });
    return noteResult({ plan, applied: true }, `Made ${count} change${count === 1 ? '' : 's'} in ${project}.`);
  },
};

interface SettingsOrder {
  readonly plan: readonly SettingChange[];
  readonly secrets: ReadonlyMap<string, string>;
}

/** Sends the settings first, because the server may refuse them. */
async function apply(api: Api, base: string, { plan, secrets }: SettingsOrder): Promise<void> {
  const values = new Map<string, unknown>();
  for (const { setting, to } of plan) if (setting !== ORIGINS) values.set(setting, to);
  for (const [setting, secret] of secrets) values.set(setting, secret);
  if (values.size > 0) await api.call(`${base}/settings`, { method: 'PATCH', json: patchOf(values) });
  const origins = plan.find(({ setting }) => setting === ORIGINS);
  if (origins !== undefined) await api.call(base, { method: 'PATCH', json: { allowed_origins: origins.to } });
}

async function planFrom(context: Context, api: Api, base: string): Promise<readonly SettingChange[]> {
  const wanted = await readSettingsFile(context);
  const { origins, settings } = await fetchSettings(api, base);
  const plan = planSettings(wanted.settings, settable(settings));
  const { allowed_origins: wantedOrigins = origins } = wanted;
  if (isDeepStrictEqual(wantedOrigins, origins)) return plan;
  return [...plan, { setting: ORIGINS, from: origins, to: wantedOrigins }];
}

async function fetchSettings(api: Api, base: string) {
  const [project, settings] = [await api.get<ShownProject>(base), await api.get<Values>(`${base}/settings`)];
  return { origins: project.data.allowed_origins, settings: settings.data };
}

async function readSecrets(context: Context, flags: Flags): Promise<ReadonlyMap<string, string>> {
  const file = text(flags, 'secretsFile');
  if (file === undefined) return new Map();
  const source = file === '-' ? 'Standard input' : file;
  const value = parseJson(await readSecret(context, file), source);
  if (!isObject(value)) throw wrongUse(`${source} must hold an object of secrets by setting.`);
  const secrets = new Map<string, string>();
  for (const [setting, secret] of Object.entries(value)) {
    if (!SECRET_SETTING.test(setting)) {
      throw wrongUse(
        `"${setting}" in ${source} is no secret of a setting: it is auth.providers.<id>.client_secret or inbox.captcha.secret.`,
      );
    }
    if (typeof secret !== 'string' || secret === '') throw wrongUse(`"${setting}" in ${source} must be a text.`);
    secrets.set(setting, secret);
  }
  return secrets;
}

function planResult(data: object, plan: readonly SettingChange[]): Result {
  const rows = plan.map(({ setting, from, to }) => ({ setting, from: JSON.stringify(from), to: JSON.stringify(to) }));
  return {
    data,
    count: 1,
    shown: { as: 'rows', columns: ['setting', 'from', 'to'], rows, none: 'The project is what the file says.' },
  };
}

function lineOf({ setting, from, to }: SettingChange): string {
  return `${setting}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`;
}

export const settingsCommands: readonly Command[] = [pull, diff, push];
