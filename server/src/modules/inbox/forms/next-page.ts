import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { InboxContext } from '../inbox-context.ts';
import { readSourceUrl } from '../source-url.ts';
import { NEXT_FIELD } from './form-message.ts';
import type { FormFields } from './read-form.ts';

const LENGTH_MAX = 2048;
/** Characters that browsers and the URL standard drop or convert before they read an address. */
const TREACHEROUS = /[\s\\\p{Cc}]/u;

/** Resolves against the form's page. Throws `validation_failed` for addresses outside the project's own origins. */
export function readNextPage(
  { origins }: Pick<InboxContext, 'origins'>,
  { project, headers }: { readonly project: Project; readonly headers: IncomingHttpHeaders },
  fields: FormFields,
): string | undefined {
  const text = fields.get(NEXT_FIELD)?.[0];
  if (text === undefined || text === '') return undefined;
  const isSafe = text.length <= LENGTH_MAX && !TREACHEROUS.test(text);
  const url = isSafe ? URL.parse(text, readSourceUrl(headers) ?? undefined) : null;
  const isOwn = url !== null && url.username === '' && url.password === '' && origins.isAllowed(project, url.origin);
  if (!isOwn)
    throw validationFailed({ [NEXT_FIELD]: 'must be an address on one of the allowed origins of the project' });
  return url.href;
}
