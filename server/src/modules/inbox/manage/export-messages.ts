import type { Static } from 'typebox';
import { csvFrame, JSON_FRAME, openExport } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { InboxContext } from '../inbox-context.ts';
import { messagesTable } from '../messages-table.ts';
import { readFilter } from './list-messages.ts';
import type { exportQuery } from './message-schemas.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' };

export async function exportMessages(
  context: InboxContext,
  { query, project }: MemberCall<Static<typeof exportQuery>>,
): Promise<Answer> {
  const { format } = query;
  if (format !== 'csv' && format !== 'json')
    throw new ServiceError('invalid_format', 'The parameter "format" must be csv or json.');
  const frame = format === 'json' ? JSON_FRAME : csvFrame(messagesTable.columns.map(({ name }) => name));
  return {
    status: 200,
    body: await openExport(context.messages.pages(project.store, format, readFilter(query)), frame),
    headers: {
      'Content-Type': CONTENT_TYPES[format],
      'Content-Disposition': `attachment; filename="messages.${format}"`,
    },
  };
}
