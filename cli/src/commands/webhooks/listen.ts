import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { untilBack } from '../../api/until-back.ts';
import { type Command, text } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { Failure, wrongUse } from '../../outcome/failure.ts';
import { projectApi } from '../project/tables.ts';
import { EVENTS_TEXT, requireEvents } from './events.ts';
import { forwardDelivery } from './forward-delivery.ts';
import { type Delivery, isVerified } from './verify-delivery.ts';

const WAIT_S = 20;
/** A listener that makes no request for a minute is deleted, so the command fetches again in time. */
const PAGE_MS = 20_000;

interface Listener {
  readonly id: string;
  readonly secret: string;
}

interface Listening {
  readonly context: Context;
  readonly api: Api;
  readonly webhooks: string;
  readonly forward: string;
}

export const listen: Command = {
  name: 'webhooks listen',
  summary: 'Receive the webhooks of a table on this machine, until Ctrl-C',
  more: 'Fetches each delivery, looks at its signature, sends it on as it is and reports the answer to the log. Nothing has to be reachable from outside. With --json an object a line.',
  options: [
    { flags: '--table <table>', text: 'whose changes; also auth.users, storage.files and inbox.messages' },
    { flags: '--events <events>', text: EVENTS_TEXT },
    { flags: '--forward <url>', text: 'where each delivery is sent to' },
  ],
  examples: ['webhooks listen --table orders --forward http://localhost:3000/hooks'],
  async run(context, _args, flags) {
    const [table, forward] = [text(flags, 'table'), requireUrl(text(flags, 'forward'))];
    if (table === undefined) throw wrongUse('Say whose changes: --table.');
    const events = requireEvents(text(flags, 'events'));
    const { api, base } = await projectApi(context);
    const listening = { context, api, webhooks: `${base}/webhooks`, forward };
    for (;;) await listenOnce(listening, { table, ...(events !== undefined && { events }) });
  },
};

/** Runs until the listener is deleted, for example because this machine was asleep. */
async function listenOnce(listening: Listening, wanted: object): Promise<void> {
  const { api, context, webhooks, forward } = listening;
  const { data: listener } = await api.call<Listener>(`${webhooks}/listen`, { method: 'POST', json: wanted });
  const { secret } = listener;
  await context.output.line({ type: 'ready', secret }, `Sending on to ${forward}, signed with ${secret}. Ctrl-C ends.`);
  for (;;) {
    const askedAt = performance.now();
    const page = await pending(listening, listener);
    if (page === undefined) return;
    for (const delivery of page) {
      if (performance.now() - askedAt > PAGE_MS) break;
      await take(listening, listener, delivery);
    }
  }
}

async function pending(
  { context, api, webhooks }: Listening,
  { id }: Listener,
): Promise<readonly Delivery[] | undefined> {
  try {
    const at = `${webhooks}${path`/${id}/pending`}`;
    return (await untilBack(context, () => api.get<Delivery[]>(at, { wait: WAIT_S }))).data;
  } catch (error) {
    if (error instanceof Failure && error.facts.status === 404) return undefined;
    throw error;
  }
}

async function take({ context, api, webhooks, forward }: Listening, { id, secret }: Listener, delivery: Delivery) {
  const verified = isVerified(delivery, secret);
  const { status, body, ms } = await forwardDelivery(forward, delivery, context.signal);
  const event = delivery.headers['x-webhook-event'];
  const line = { type: 'delivery', id: delivery.delivery_id, event, verified, status, ms };
  const told = status === 0 ? 'nobody answered' : String(status);
  await context.output.line(
    line,
    `${delivery.delivery_id} ${event} ${told} in ${ms} ms${verified ? '' : ' (the signature does not fit)'}`,
  );
  await api.call(`${webhooks}${path`/${id}/deliveries/${delivery.delivery_id}/result`}`, {
    method: 'POST',
    json: { status, ms, ...(body !== undefined && { body }) },
  });
}

function requireUrl(text: string | undefined): string {
  if (text === undefined) throw wrongUse('Say where deliveries go: --forward.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw wrongUse(`--forward must be an address such as http://localhost:3000/hooks, not ${JSON.stringify(text)}.`);
}
