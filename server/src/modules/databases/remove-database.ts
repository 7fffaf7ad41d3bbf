import { isDatabaseFailure, isNotApplied, PRIMARY, STEPS } from '../../database/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  DATABASES_SUBJECT,
  type DatabasesContext,
  noSuchDatabase,
  requireDatabase,
  requireOperator,
  requireSeveral,
} from './databases-context.ts';

/** Removes an empty database and deletes what the installation left in it. Works even while it does not answer. */
export async function removeDatabase(context: DatabasesContext, call: OperatorCall): Promise<Answer> {
  requireOperator(call);
  const { registered, mover, moves } = requireSeveral(context);
  const { database, places, audit, feed, onError } = context;
  const { name } = await requireDatabase(context, call.params['name'] ?? '');
  if (name === PRIMARY) throw new ServiceError('in_use', 'The primary holds the tables of the installation itself.');
  const url = registered.urlOf(name);
  const kept = await places.store.keptMoves({ source: name });
  try {
    await database.write('control', [
      ...places.store.removeSteps(name),
      audit.step(call, { action: 'database.delete', target: name }),
      ...feed.steps(DATABASES_SUBJECT),
    ]);
  } catch (error) {
    if (isNotApplied(error, STEPS.database)) throw noSuchDatabase();
    if (isNotApplied(error, STEPS.alone)) throw new ServiceError('conflict', 'A project is being moved from or to it.');
    if (!isDatabaseFailure(error, 'foreign_key_violation')) throw error;
    const projects = (await places.store.projectCounts()).get(name) ?? 0;
    const message = 'Projects are in this database. Move them to another one first.';
    throw new ServiceError('not_empty', message, { details: { projects } });
  }
  try {
    for (const move of kept) await moves.discardKept(move);
    await mover.removeMark(url);
  } catch (error) {
    onError(error);
  }
  await registered.reload();
  return { status: 200, body: { count: 1 } };
}
