export { createDelivery, type Delivery } from './delivery/index.ts';
export { createWebhooks, type Webhooks } from './webhooks.ts';
