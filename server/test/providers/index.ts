export { AI_KEY, type ScriptedAiProvider, startAnthropic, startOpenAi } from './ai-providers.ts';
export {
  RESEND_KEY,
  type ScriptedMailProvider,
  SENDGRID_KEY,
  startResend,
  startSendGrid,
} from './mail-providers.ts';
export { MAIL_PASSWORD, MAIL_USER, type MailServer, startMailServer } from './mail-server.ts';
export {
  type ScriptedStripe,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeEvent,
  startStripe,
  stripeSignature,
} from './stripe.ts';
export { saleEvents, stripeEvent, subscriptionEvents } from './stripe-events.ts';
