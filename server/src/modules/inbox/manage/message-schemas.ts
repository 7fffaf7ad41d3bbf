import { Type } from 'typebox';
import { listingQuery } from '../../../http/index.ts';
import { MESSAGE_STATUSES } from '../messages-table.ts';

const SEARCH_CHARACTERS_MAX = 200;
const nullableText = Type.Union([Type.String(), Type.Null()]);

const status = Type.Union(MESSAGE_STATUSES.map((word) => Type.Literal(word)));

export const messageSchema = Type.Object({
  id: Type.String(),
  body: Type.String(),
  from_name: nullableText,
  from_email: nullableText,
  user_id: nullableText,
  sender_verified: Type.Boolean(),
  metadata: Type.Object({}, { additionalProperties: true }),
  status,
  spam_reason: nullableText,
  source_url: nullableText,
  created_at: Type.String(),
  read_at: nullableText,
  notified_at: nullableText,
});

const filters = {
  status: Type.Optional(
    Type.Union([...MESSAGE_STATUSES.map((word) => Type.Literal(word)), Type.Literal('all')], {
      description: 'Without a folder: everything except spam.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'Part of the text, the name or the address, case-insensitive; `*` matches any characters.',
    }),
  ),
};

export const messagesQuery = Type.Object({ ...listingQuery.properties, ...filters });
export const exportQuery = Type.Object({
  format: Type.Optional(Type.String({ description: '`csv` or `json`; required.' })),
  ...filters,
});
export const messagePatch = Type.Object({ status });
