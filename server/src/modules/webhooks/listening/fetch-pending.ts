import { type Static, Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { writeChange } from '../webhooks-context.ts';
import { LISTEN_MS, type ListeningContext, requireListener } from './listening-context.ts';

const WAIT_MAX = 25;

export const pendingQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_MAX,
      default: 0,
      description: 'How many seconds to wait for a delivery.',
    }),
  ),
});

export const pendingAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      delivery_id: Type.String(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'The exact bytes that are signed and sent.' }),
    }),
  ),
  count: Type.Integer(),
});

export async function fetchPending(
  context: ListeningContext,
  call: MemberCall<Static<typeof pendingQuery>>,
): Promise<Answer> {
  const { project, query, signal } = call;
  const webhook = await requireListener(context, call);
  await writeChange(context, project, [context.records.listenStep(webhook.id, context.clock.now() + LISTEN_MS)]);
  const data = await context.waiters.until(
    project.store,
    () => context.delivery.fetched.waiting(project.store, webhook),
    (found) => found.length > 0,
    { seconds: query.wait ?? 0, signal },
  );
  return { status: 200, body: { data, count: data.length } };
}
