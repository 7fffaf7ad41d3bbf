import { type Static, Type } from 'typebox';
import { listingQuery } from '../../http/index.ts';

const time = Type.String({ format: 'date-time' });
const nullableTime = Type.Union([time, Type.Null()]);
const nullableText = Type.Union([Type.String(), Type.Null()]);
const textMap = Type.Record(Type.String(), Type.String());

export const eventName = Type.Union([Type.Literal('insert'), Type.Literal('update'), Type.Literal('delete')]);
export const deliveryState = Type.Union([
  Type.Literal('pending'),
  Type.Literal('succeeded'),
  Type.Literal('failed'),
  Type.Literal('skipped'),
]);

const events = Type.Array(eventName, { minItems: 1, uniqueItems: true });
const table = Type.String({
  description: 'The name of a table, or `auth.users`, `storage.files` or `inbox.messages`.',
});
const url = Type.String({
  description:
    'http or https, at most 2,048 characters, without credentials; or `function:<name>` for a webhook function of the project.',
});
const secret = Type.String({
  description: 'The secret, which is never shown again. After `whsec_` it must be base64.',
});
const description = Type.Union([Type.String({ maxLength: 500 }), Type.Null()]);

export const webhookRecord = Type.Object({
  id: Type.String(),
  table: Type.String(),
  events: Type.Array(eventName),
  url: Type.String(),
  description: nullableText,
  enabled: Type.Boolean(),
  disabled_reason: nullableText,
  disabled_at: nullableTime,
  consecutive_failures: Type.Integer(),
  has_secret: Type.Boolean(),
  created_at: time,
  updated_at: time,
});
const count = Type.Integer({ minimum: 0 });

export const webhooksAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      ...webhookRecord.properties,
      stats: Type.Optional(
        Type.Object({
          succeeded: count,
          failed: count,
          pending: count,
          skipped: count,
          last_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        }),
      ),
    }),
  ),
  count,
});

export type WebhookRecord = Static<typeof webhookRecord>;

export const newWebhook = Type.Object({
  table,
  events,
  url,
  secret: Type.Optional(Type.Union([secret, Type.Null()])),
  enabled: Type.Optional(Type.Boolean()),
  description: Type.Optional(description),
});
export type NewWebhook = Static<typeof newWebhook>;

export const webhookPatch = Type.Object({
  table: Type.Optional(table),
  events: Type.Optional(events),
  url: Type.Optional(url),
  secret: Type.Optional(Type.Union([secret, Type.Null()])),
  enabled: Type.Optional(Type.Boolean()),
  description: Type.Optional(description),
});
export type WebhookPatch = Static<typeof webhookPatch>;

export const rotation = Type.Object({ secret: Type.Optional(secret) });
export const rotated = Type.Object({
  ...webhookRecord.properties,
  secret: Type.Optional(
    Type.String({ description: 'Present only if the server created the secret, and only in this answer.' }),
  ),
});

const attemptRecord = Type.Object({
  attempt: Type.Integer(),
  trigger: Type.Union([Type.Literal('auto'), Type.Literal('resend'), Type.Literal('test')]),
  started_at: time,
  duration_ms: Type.Integer(),
  url: Type.String(),
  request_headers: textMap,
  request_body: Type.String(),
  response_status: Type.Union([Type.Integer(), Type.Null()]),
  response_headers: Type.Union([textMap, Type.Null()]),
  response_body: nullableText,
  truncated: Type.Boolean(),
  error_class: nullableText,
  error: nullableText,
});

export const deliveryRecord = Type.Object({
  id: Type.String(),
  webhook_id: Type.String(),
  event: eventName,
  table: Type.String(),
  state: deliveryState,
  skipped_reason: Type.Optional(
    Type.Union([Type.Literal('disabled'), Type.Literal('loop')], {
      description:
        'Why the delivery was skipped. `loop`: a chain of eight changes led to it, each made by a function that received the previous one.',
    }),
  ),
  created_at: time,
  next_attempt_at: nullableTime,
  attempts: Type.Array(attemptRecord),
});
export type DeliveryRecord = Static<typeof deliveryRecord>;

export const deliveriesQuery = Type.Object({
  ...listingQuery.properties,
  state: Type.Optional(deliveryState),
  event: Type.Optional(eventName),
  since: Type.Optional(Type.String({ description: 'RFC 3339 time: created then or later.' })),
  until: Type.Optional(Type.String({ description: 'RFC 3339 time: created before it.' })),
});
export type DeliveriesQuery = Static<typeof deliveriesQuery>;

export const resendFailed = Type.Object({
  since: Type.String({ description: 'RFC 3339 time: deliveries created then or later.' }),
});
