import type { Project } from '../../../callers/index.ts';

export function webhookUrl(publicUrl: string, { id }: Project): string {
  return `${publicUrl}/api/baas/${id}/payments/webhook/stripe`;
}
