import { Type } from 'typebox';
import { memberRoute, type Route } from '../../../http/index.ts';
import { deliveryRecord } from '../webhook-schemas.ts';
import { fetchPending, pendingAnswer, pendingQuery } from './fetch-pending.ts';
import type { ListeningContext } from './listening-context.ts';
import { reportResult, resultBody } from './report-result.ts';
import { listenAnswer, listenBody, startListening } from './start-listening.ts';

const ALL = '/api/cloud/projects/:project_id/webhooks';
const ONE = `${ALL}/:webhook_id`;

/** Lets authors of receivers fetch deliveries to a machine that is not reachable from outside. */
export function listeningRoutes(context: ListeningContext): readonly Route[] {
  return [
    memberRoute({
      method: 'POST',
      path: `${ALL}/listen`,
      id: 'listenToWebhooks',
      summary: 'Creates a webhook whose deliveries are fetched; it is deleted a minute after the last fetch',
      role: 'editor',
      body: listenBody,
      responses: { 201: listenAnswer },
      handle: (call) => startListening(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/pending`,
      id: 'fetchPendingDeliveries',
      summary: 'Fetches the waiting deliveries, signed',
      role: 'editor',
      query: pendingQuery,
      responses: { 200: pendingAnswer },
      handle: (call) => fetchPending(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/deliveries/:delivery_id/result`,
      id: 'reportDeliveryResult',
      summary: 'Records the outcome of a fetched delivery in the log',
      role: 'editor',
      body: resultBody,
      responses: { 200: Type.Object({ data: deliveryRecord, count: Type.Literal(1) }) },
      handle: (call) => reportResult(context, call),
    }),
  ];
}
