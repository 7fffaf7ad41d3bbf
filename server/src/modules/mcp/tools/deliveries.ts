import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { recordId } from './names.ts';
import { declareTool, untrusted } from './tool.ts';

const DELIVERIES_MAX = 100;
const DELIVERIES = 20;

const webhookId = recordId('Id of a webhook, from get_context.');

interface Delivery {
  readonly attempts: readonly Readonly<Record<string, unknown>>[];
}

export const listDeliveries = declareTool({
  name: 'list_deliveries',
  title: 'Read what a webhook has sent',
  description: 'Returns the newest deliveries of a webhook with each attempt and the receiver’s answer.',
  input: Type.Object(
    {
      webhook_id: webhookId,
      state: Type.Optional(Type.Enum(['pending', 'succeeded', 'failed', 'skipped'])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: DELIVERIES_MAX, default: DELIVERIES })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run(context, { webhook_id, state, limit = DELIVERIES }) {
    const path = withQuery(`${context.base}/webhooks/${webhook_id}/deliveries`, { state, limit });
    const { data, count } = await context.api.call('GET', path);
    return untrusted(context, { source: 'deliveries' }, { rows: (data as Delivery[]).map(aboutDelivery), count });
  },
});

export const resendDelivery = declareTool({
  name: 'resend_delivery',
  title: 'Send a delivery again',
  description: 'Retries a delivery once, with the same bytes.',
  input: Type.Object(
    { webhook_id: webhookId, delivery_id: recordId('Id of a delivery, from list_deliveries.') },
    { additionalProperties: false },
  ),
  effect: 'reaches',
  async run(context, { webhook_id, delivery_id }) {
    const path = `${context.base}/webhooks/${webhook_id}/deliveries/${delivery_id}/resend`;
    const { data } = await context.api.call('POST', path, {});
    return untrusted(context, { source: 'deliveries' }, { rows: [aboutDelivery(data as Delivery)] });
  },
});

/** Omits addresses and headers, in which receivers keep secrets. The body is the same in every attempt, so it is shown once. */
function aboutDelivery({ attempts, ...delivery }: Delivery): object {
  return {
    ...delivery,
    request_body: attempts[0]?.['request_body'] ?? null,
    attempts: attempts.map(
      ({ url: _, request_headers: __, response_headers: ___, request_body: ____, ...rest }) => rest,
    ),
  };
}
