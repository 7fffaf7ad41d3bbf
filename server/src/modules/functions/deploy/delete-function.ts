import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/errors.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { type FunctionContext, recordChange } from '../function-context.ts';
import { functionNotFound } from '../function-definition.ts';

/** Deletes a function with its versions. Its runs stay until they are too old, for whoever asks what it did. */
export async function deleteFunction(
  context: FunctionContext,
  author: AuditAuthor,
  { project, name }: { project: Project; name: string },
): Promise<void> {
  if (context.templates.has(name)) {
    throw validationFailed({
      name: 'is that of a function that comes with the service: switch it off with enabled: false',
    });
  }
  try {
    await context.database.write(project.store, [
      context.functionsStore.deleteStep(name),
      context.versionsStore.deleteAllStep(name),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'function')) throw functionNotFound();
    throw error;
  }
  await recordChange(context, author, { project, action: 'function.delete', target: name });
}
