import { type Static, Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { deliveryNotFound, requireDelivery } from '../delivery-log.ts';
import { type ListeningContext, requireListener } from './listening-context.ts';

const BODY_CHARACTERS_MAX = 16_384;
const MS_MAX = 3_600_000;

export const resultBody = Type.Object({
  status: Type.Integer({ minimum: 0, maximum: 599, description: 'The status of the answer; 0 if there was none.' }),
  body: Type.Optional(Type.String({ maxLength: BODY_CHARACTERS_MAX })),
  ms: Type.Integer({ minimum: 0, maximum: MS_MAX }),
});

export async function reportResult(
  context: ListeningContext,
  call: MemberCall<unknown, Static<typeof resultBody>>,
): Promise<Answer> {
  const { project, params, body } = call;
  const webhook = await requireListener(context, call);
  const id = parseUuid(params['delivery_id'] ?? '');
  if (id === undefined) throw deliveryNotFound();
  const result = { status: body.status, body: body.body, durationMs: body.ms };
  const wasWaiting = await context.delivery.fetched.report(project.store, webhook, id, result);
  const data = await requireDelivery(context, project.store, webhook.id, id);
  if (!wasWaiting) throw new ServiceError('conflict', `This delivery has already ${data.state}.`);
  return { status: 200, body: { data, count: 1 } };
}
