import type { Project } from '../../callers/index.ts';
import type { Addresses } from '../../config/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { createProject } from './create-project.ts';
import type { ProjectsContext } from './projects-context.ts';

const SAMPLE_TABLE = {
  name: 'todos',
  columns: [
    { name: 'title', type: 'text' as const, required: true },
    { name: 'done', type: 'boolean' as const, default: false },
    { name: 'due', type: 'date' as const },
  ],
  rules: { read: 'public', create: 'public' },
};

const SAMPLE_ROWS = [
  { title: 'Read a row with curl', done: true },
  { title: 'Insert one', done: false },
  { title: 'Open the console and make a table of your own', done: false, due: '2030-01-01' },
];

export interface SampleTables {
  createTable(project: Project, table: typeof SAMPLE_TABLE): Promise<unknown>;
  insertRows(project: Project, table: string, rows: typeof SAMPLE_ROWS): Promise<unknown>;
}

export async function createSample(context: ProjectsContext, tables: SampleTables): Promise<Project | undefined> {
  if (!(await context.projectsStore.wantsSample())) return undefined;
  // A project with this id that a stopped process or a user has made stays as it is.
  const known = await context.cache.find('sample');
  if (known !== undefined) return undefined;
  const now = isoTime(context.clock.now());
  const author = { operator: { kind: 'service' } } as const;
  const sample = { name: 'Sample', id: 'sample' };
  await createProject(context, author, sample, [context.projectsStore.sampleMadeStep(now)]);
  const project = await context.cache.find('sample');
  if (project === undefined) return undefined;
  await tables.createTable(project, SAMPLE_TABLE);
  await tables.insertRows(project, SAMPLE_TABLE.name, SAMPLE_ROWS);
  return project;
}

export interface FirstStart {
  readonly addresses: Addresses;
  readonly setupToken: string | undefined;
  readonly sample: Project | undefined;
}

/** The text for the person who starts the service. Printed to the terminal and not to the log, because the link is a secret. */
export function startText({ addresses, setupToken, sample }: FirstStart): string {
  const url = addresses.publicUrl;
  const console = setupToken === undefined ? `${url}/console` : `${url}/console/setup?token=${setupToken}`;
  const lines = [`Service   ${url}`, `Console   ${console}`];
  if (sample !== undefined) {
    const authorization = `-H 'Authorization: Bearer ${sample.publicKey}'`;
    lines.push('', 'Try it:', '', `  curl ${authorization} '${addresses.projectUrl(sample.id)}/data/todos'`);
  }
  return `${lines.join('\n')}\n`;
}
