export { createDelivery, type Delivery } from './delivery.ts';
export { DELIVERY_STEP, ENABLED_STEP } from './delivery-states.ts';
