import { isDatabaseFailure, type MarkProblem, problemOfUrl, type SeveralDatabases } from '../../database/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { DATABASES_SUBJECT, type DatabasesContext, requireOperator, requireSeveral } from './databases-context.ts';
import { answerWith } from './list-databases.ts';
import type { NewDatabase } from './schemas.ts';

/** Every process knows of a change after this time, because each reads the change feed every 500 ms. */
const HEARD_MS = 1500;

export async function addDatabase(
  context: DatabasesContext,
  call: OperatorCall<unknown, NewDatabase>,
): Promise<Answer> {
  requireOperator(call);
  const { database, places, clock, audit, feed } = context;
  const { name, url, accepts_new: acceptsNew = true, weight = 1 } = call.body;
  const several = requireSeveral(context);
  if ((await places.store.databases()).some((row) => row.name === name)) throw taken();
  await requireUsable(several, { name, url, isNew: true });
  // No project is placed there until every process knows the database: a process that does not would look for the
  // project elsewhere.
  const row = { name, sealed_url: several.registered.seal(name, url), accepts_new: 0, weight };
  try {
    await database.write('control', [
      places.store.addStep({ ...row, created_at: isoTime(clock.now()) }),
      audit.step(call, { action: 'database.add', target: name, details: { accepts_new: acceptsNew, weight } }),
      ...feed.steps(DATABASES_SUBJECT),
    ]);
  } catch (error) {
    throw isDatabaseFailure(error, 'unique_violation') ? taken() : error;
  }
  await waitForProcesses(context);
  if (acceptsNew) {
    await database.write('control', [
      places.store.changeStep(name, { accepts_new: 1 }),
      ...feed.steps(DATABASES_SUBJECT),
    ]);
  }
  await several.registered.reload();
  return await answerWith(context, 201, name);
}

async function waitForProcesses({ processes }: DatabasesContext): Promise<void> {
  if (processes.count() > 1) await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
}

/** Throws unless the address leads to a database that this installation may use under this name. */
export async function requireUsable(
  { registered }: SeveralDatabases,
  { name, url, isNew }: { readonly name: string; readonly url: string; readonly isNew: boolean },
): Promise<void> {
  const wrong = problemOfUrl(url);
  if (wrong !== undefined)
    throw new ServiceError('invalid_url', `url ${wrong}.`, { details: { fields: { url: wrong } } });
  let problem: MarkProblem | undefined;
  try {
    problem = await registered.check(name, url, isNew);
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw validationFailed({
      url: `must lead to a database that answers and lets its user create schemas: ${reasonOf(error.kind)}`,
    });
  }
  if (problem !== undefined) throw new ServiceError('conflict', PROBLEMS[problem], { details: { reason: problem } });
}

function reasonOf(kind: string): string {
  return ['unavailable', 'timeout', 'overloaded'].includes(kind) ? 'it does not answer' : 'it refuses';
}

const PROBLEMS: Readonly<Record<MarkProblem, string>> = {
  is_primary: 'An installation keeps its own tables in this database. Use an empty one.',
  of_another_installation: 'Another installation uses this database.',
  has_another_name: 'This database is registered under another name.',
  not_marked: 'This is not the database that was registered under this name.',
  of_another_kind: 'The encoding or the collations of this database differ from those of the primary.',
  is_cluster: 'A distributed database places and moves projects itself, so further databases cannot be added.',
};

function taken(): ServiceError {
  return new ServiceError('duplicate', 'There is a database of this name.', {
    details: { fields: { name: 'is taken' } },
  });
}
