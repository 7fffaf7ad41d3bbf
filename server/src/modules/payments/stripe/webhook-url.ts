import type { Project } from '../../../callers/index.ts';

/** The address that the owner enters at the provider. */
export function webhookUrl(publicUrl: string, { id }: Project): string {
  return `${publicUrl}/api/baas/${id}/payments/webhook/stripe`;
}
