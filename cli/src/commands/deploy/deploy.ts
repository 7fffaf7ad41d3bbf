import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, flag } from '../../command/command.ts';
import { EXIT } from '../../outcome/exit-codes.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import { listResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { packApp } from './pack-app.ts';

type DeploymentChanges = Readonly<
  Record<'files' | 'functions' | 'webhooks', Readonly<Record<'added' | 'changed' | 'removed', readonly string[]>>>
>;

interface Deployment extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly number: number;
  readonly url: string;
}

const deploy: Command = {
  name: 'deploy',
  summary: 'Publish dist/, webhook/ and functions/: all of it from one moment on, or nothing',
  options: [
    { flags: '--dry-run', text: 'build and check everything, show what would change, publish nothing' },
    { flags: '--adopt', text: 'take over functions that were put by hand' },
  ],
  examples: ['deploy --dry-run', 'deploy'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const isDry = flag(flags, 'dryRun');
    const publishing = api.call<Deployment & { readonly changes: DeploymentChanges }>(`${base}/deployments`, {
      method: 'POST',
      query: { dry_run: isDry || undefined, adopt: flag(flags, 'adopt') || undefined },
      body: { type: 'application/gzip', bytes: await packApp(context) },
    });
    const { data } = await publishing.catch((error: unknown) => {
      const isTaken = error instanceof Failure && error.facts.code === 'duplicate';
      throw isTaken ? new Failure(error.message, { ...error.facts, hint: 'servicectl deploy --adopt' }) : error;
    });
    const { changes, ...rest } = data;
    const deployment = isDry ? null : rest;
    const told = isDry ? 'Nothing is published.' : `Deployment ${rest.number} is at ${rest.url}`;
    context.output.note(told);
    return {
      data: { deployment, changes, dry_run: isDry },
      count: 1,
      shown: {
        as: 'rows',
        columns: ['kind', 'change', 'name'],
        rows: rowsOf(changes),
        none: 'There are no changes.',
      },
    };
  },
};

function rowsOf(changes: DeploymentChanges): readonly object[] {
  return Object.entries(changes).flatMap(([kind, byChange]) =>
    Object.entries(byChange).flatMap(([change, names]) => names.map((name) => ({ kind, change, name }))),
  );
}

const list: Command = {
  name: 'deploy list',
  summary: 'List the deployments that are kept',
  examples: ['deploy list'],
  async run(context) {
    const { api, base } = await projectApi(context);
    return listResult(await listAll(api, `${base}/deployments`), [
      'number',
      'active',
      'files',
      'size_bytes',
      'created_at',
    ]);
  },
};

const rollback: Command = {
  name: 'deploy rollback',
  args: ['[number]'],
  summary: 'Put an earlier deployment in force again: the one before when no number is given',
  examples: ['deploy rollback', 'deploy rollback 12'],
  async run(context, [number]) {
    const { api, base } = await projectApi(context);
    const { data } = await listAll(api, `${base}/deployments`);
    const target = chosen(data, number);
    const answer = await api.call<Deployment>(`${base}${path`/deployments/${String(target['id'])}/rollback`}`, {
      method: 'POST',
    });
    return recordResult(answer.data);
  },
};

function chosen(deployments: readonly Record<string, unknown>[], number: string | undefined): Record<string, unknown> {
  if (number !== undefined && !/^\d{1,9}$/.test(number)) throw wrongUse(`"${number}" is no number of a deployment.`);
  const active = deployments.findIndex((deployment) => deployment['active'] === true);
  const found =
    number === undefined
      ? deployments[active + 1]
      : deployments.find((deployment) => deployment['number'] === Number(number));
  if (found !== undefined) return found;
  throw new Failure(number === undefined ? 'There is no earlier deployment.' : `There is no deployment ${number}.`, {
    exit: EXIT.notFound,
    code: 'not_found',
    hint: 'servicectl deploy list',
  });
}

export const deployCommands: readonly Command[] = [deploy, list, rollback];
