import { createHmac } from 'node:crypto';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type Connection, requireText } from '../../integrations/index.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { StripeEvent } from './objects.ts';
import { type StoryName, storyEvents } from './stories.ts';

const LIVE_KEY = /^[a-z]+_live_/;
/** So short that it contains nothing of the time-ordered start of an id. */
const NAME_LENGTH = 12;

interface Story {
  readonly story: StoryName;
  readonly user_id?: string;
}

export async function simulateStory(context: PaymentsContext, call: MemberCall<unknown, Story>): Promise<Answer> {
  const { project, body } = call;
  const connection = await requireConnection(context, call);
  const events = eventsOf(context, call);
  const sent: { type: string; created: string; status: number }[] = [];
  for (const event of events) {
    const status = await send(context, call, { event, secret: requireText(connection, 'webhook_secret') });
    sent.push({ type: event.type, created: new Date(event.created * 1000).toISOString(), status });
  }
  const change = { project, action: 'payments.simulate', target: 'payments', details: { story: body.story } };
  await context.database.write('control', [context.audit.step(call, change)]);
  return { status: 200, body: { data: { story: body.story, events: sent }, count: 1 } };
}

/** Requires a test key, so that invented rows never mix with real ones. A test event creates no rows and needs none. */
async function requireConnection(
  context: PaymentsContext,
  { project, body }: MemberCall<unknown, Story>,
): Promise<Connection> {
  const connection = await context.integrations().findConnection(project.store, 'payments');
  if (connection === undefined)
    throw new ServiceError('integration_not_connected', 'This project does not accept payments.');
  if (body.story !== 'test_event' && LIVE_KEY.test(requireText(connection, 'secret_key')))
    throw new ServiceError('conflict', 'This project accepts real payments. Simulate in a project with a test key.');
  return connection;
}

/** Dates the story so that it ends now. */
function eventsOf({ clock, ids }: PaymentsContext, { project, body }: MemberCall<unknown, Story>) {
  const story = { name: `sim${ids().replaceAll('-', '').slice(-NAME_LENGTH)}`, userId: body.user_id ?? null };
  const at = (start: number) => storyEvents(body.story, { ...story, projectId: project.id, at: start });
  const lasts = Math.max(...at(0).map(({ created }) => created));
  return at(Math.floor(clock.now() / 1000) - lasts);
}

async function send(
  { askLocally, clock }: PaymentsContext,
  call: MemberCall,
  { event, secret }: { readonly event: StripeEvent; readonly secret: string },
): Promise<number> {
  const seconds = Math.floor(clock.now() / 1000);
  const signature = createHmac('sha256', secret)
    .update(`${seconds}.${JSON.stringify(event)}`)
    .digest('hex');
  const { status } = await askLocally(call, {
    method: 'POST',
    path: `/api/baas/${call.project.id}/payments/webhook/stripe`,
    body: event,
    headers: { 'stripe-signature': `t=${seconds},v1=${signature}` },
  });
  return status;
}
