export const PAYMENT_MODES = ['payment', 'subscription', 'intent'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export type Item =
  | { readonly priceId: string; readonly quantity: number }
  | { readonly amount: number; readonly currency: string; readonly name: string; readonly quantity: number };
