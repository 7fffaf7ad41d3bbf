import { isNotApplied, PRIMARY, STEPS } from '../../database/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { requireUsable } from './add-database.ts';
import {
  DATABASES_SUBJECT,
  type DatabasesContext,
  noSuchDatabase,
  requireDatabase,
  requireOperator,
  requireSeveral,
} from './databases-context.ts';
import { answerWith } from './list-databases.ts';
import type { DatabaseChange } from './schemas.ts';

/** Another address must lead to the same database, for example with a new password or on a replacement server. */
export async function changeDatabase(
  context: DatabasesContext,
  call: OperatorCall<unknown, DatabaseChange>,
): Promise<Answer> {
  requireOperator(call);
  const { url, accepts_new: acceptsNew, weight } = call.body;
  if (Object.keys(call.body).length === 0) throw validationFailed({ body: 'must change something' });
  const several = requireSeveral(context);
  const { name } = await requireDatabase(context, call.params['name'] ?? '');
  if (url !== undefined) {
    if (name === PRIMARY) throw validationFailed({ url: 'of the primary is set by SERVICE_DATABASE_URL' });
    await requireUsable(several, { name, url, isNew: false });
  }
  const { database, places, audit, feed } = context;
  try {
    await database.write('control', [
      places.store.changeStep(name, {
        ...(url !== undefined && { sealed_url: several.registered.seal(name, url) }),
        ...(acceptsNew !== undefined && { accepts_new: acceptsNew ? 1 : 0 }),
        ...(weight !== undefined && { weight }),
      }),
      audit.step(call, {
        action: 'database.update',
        target: name,
        details: { accepts_new: acceptsNew, weight, url: url === undefined ? undefined : 'changed' },
      }),
      ...feed.steps(DATABASES_SUBJECT),
    ]);
  } catch (error) {
    throw isNotApplied(error, STEPS.database) ? noSuchDatabase() : error;
  }
  await several.registered.reload();
  return await answerWith(context, 200, name);
}
