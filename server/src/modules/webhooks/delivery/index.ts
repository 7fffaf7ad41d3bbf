export { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
export { DELIVERY_STEP, ENABLED_STEP, type TestSend } from './delivery-states.ts';
