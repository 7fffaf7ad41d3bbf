import { Type } from 'typebox';
import { memberRoute, type Route } from '../../http/index.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery, listDeliveries } from './delivery-log.ts';
import { getWebhook, listWebhooks, webhooksQuery } from './list-webhooks.ts';
import { resendDelivery, resendFailedDeliveries } from './resend.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendTest } from './send-test.ts';
import { enableWebhook, updateWebhook } from './update-webhook.ts';
import {
  deliveriesQuery,
  deliveryRecord,
  newWebhook,
  resendFailed,
  rotated,
  rotation,
  webhookPatch,
  webhookRecord,
  webhooksAnswer,
} from './webhook-schemas.ts';
import type { WebhooksContext } from './webhooks-context.ts';

const ALL = '/api/cloud/projects/:project_id/webhooks';
const ONE = `${ALL}/:webhook_id`;
const DELIVERIES = `${ONE}/deliveries`;
const DELIVERY = `${DELIVERIES}/:delivery_id`;
const counted = Type.Object({ count: Type.Integer() });
const oneWebhook = Type.Object({ data: webhookRecord, count: Type.Literal(1) });
const oneDelivery = Type.Object({ data: deliveryRecord, count: Type.Literal(1) });

export function webhookRoutes(context: WebhooksContext): readonly Route[] {
  return [...routesOfWebhooks(context), ...routesOfSecrets(context), ...routesOfDeliveries(context)];
}

function routesOfWebhooks(context: WebhooksContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listWebhooks',
      summary: 'Lists the webhooks, newest first',
      role: 'viewer',
      query: webhooksQuery,
      responses: { 200: webhooksAnswer },
      handle: (call) => listWebhooks(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: ALL,
      id: 'createWebhook',
      summary: 'Creates a webhook, which sends changes of a table to an address',
      role: 'admin',
      body: newWebhook,
      responses: { 201: oneWebhook },
      handle: (call) => createWebhook(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getWebhook',
      summary: 'Returns a webhook',
      role: 'viewer',
      responses: { 200: oneWebhook },
      handle: (call) => getWebhook(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: ONE,
      id: 'updateWebhook',
      summary:
        'Changes the fields that are sent; `enabled: false` skips pending deliveries, `secret: null` removes the secret',
      role: 'admin',
      body: webhookPatch,
      responses: { 200: oneWebhook },
      handle: (call) => updateWebhook(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteWebhook',
      summary: 'Deletes a webhook; pending deliveries are not sent',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => deleteWebhook(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/enable`,
      id: 'enableWebhook',
      summary: 'Enables a webhook and resets its failure counter; skipped deliveries stay skipped',
      role: 'admin',
      responses: { 200: oneWebhook },
      handle: (call) => enableWebhook(context, call),
    }),
  ];
}

function routesOfSecrets(context: WebhooksContext): readonly Route[] {
  return [
    memberRoute({
      method: 'POST',
      path: `${ONE}/rotate-secret`,
      id: 'rotateWebhookSecret',
      summary: 'Replaces the secret; both sign for 24 hours. Without `secret` the server creates one and shows it once',
      role: 'admin',
      body: rotation,
      isBodyOptional: true,
      responses: { 200: Type.Object({ data: rotated, count: Type.Literal(1) }) },
      handle: (call) => rotateSecret(context, call),
    }),
  ];
}

function routesOfDeliveries(context: WebhooksContext): readonly Route[] {
  return [
    memberRoute({
      method: 'POST',
      path: `${ONE}/test`,
      id: 'testWebhook',
      summary: 'Sends a sample insert once, even while the webhook is disabled; the log has the outcome',
      role: 'editor',
      responses: { 201: oneDelivery },
      handle: (call) => sendTest(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: DELIVERIES,
      id: 'listDeliveries',
      summary: 'Lists the deliveries of the last 30 days with their outcomes, newest first',
      role: 'viewer',
      query: deliveriesQuery,
      responses: { 200: Type.Object({ data: Type.Array(deliveryRecord), count: Type.Integer() }) },
      handle: (call) => listDeliveries(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: DELIVERY,
      id: 'getDelivery',
      summary: 'Returns a delivery with every attempt: what was sent and what was answered',
      role: 'viewer',
      responses: { 200: oneDelivery },
      handle: (call) => getDelivery(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${DELIVERY}/resend`,
      id: 'resendDelivery',
      summary: 'Retries a delivery once, with the same id and bytes',
      role: 'editor',
      responses: { 200: oneDelivery },
      handle: (call) => resendDelivery(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/resend-failed`,
      id: 'resendFailedDeliveries',
      summary: 'Retries once every delivery since a time that failed or was skipped',
      role: 'editor',
      body: resendFailed,
      responses: { 200: counted },
      handle: (call) => resendFailedDeliveries(context, call),
    }),
  ];
}
