import { baseUrl, credential, type Provider, ProviderRefusal } from '../../integrations/index.ts';
import { withStripe } from './stripe-client.ts';
import { webhookUrl } from './webhook-url.ts';

/** A valid restricted key may lack permission to read the balance. */
const FORBIDDEN = 403;

export function createStripeProvider({ publicUrl }: { readonly publicUrl: () => string }): Provider {
  return {
    name: 'stripe',
    title: 'Stripe',
    fields: { secret_key: credential, webhook_secret: credential, base_url: baseUrl },
    shownWith: (project) => ({ webhook_url: webhookUrl(publicUrl(), project) }),

    async test(connection, call) {
      try {
        await withStripe(connection, call, (stripe) => stripe.balance.retrieve());
      } catch (error) {
        if (!(error instanceof ProviderRefusal) || error.status !== FORBIDDEN) throw error;
      }
    },
  };
}
