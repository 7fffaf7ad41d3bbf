import type { Project } from '../../../callers/index.ts';
import { isNotApplied } from '../../../database/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { functionNotFound } from '../function-definition.ts';
import { type FunctionParts, recordChange } from '../function-parts.ts';

/** Deletes a function with its versions. Its runs stay until they are too old, for whoever asks what it did. */
export async function deleteFunction(
  parts: FunctionParts,
  author: AuditAuthor,
  { project, name }: { project: Project; name: string },
): Promise<void> {
  try {
    await parts.database.write(project.store, [
      parts.functionsStore.deleteStep(name),
      parts.versionsStore.deleteAllStep(name),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'function')) throw functionNotFound();
    throw error;
  }
  await recordChange(parts, author, { project, action: 'function.delete', target: name });
}
