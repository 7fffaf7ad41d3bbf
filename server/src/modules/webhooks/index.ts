export { createDelivery, type Delivery } from './delivery/index.ts';
export { deliveryOfChange } from './delivery-of-change.ts';
export { createWebhooks } from './webhooks.ts';
