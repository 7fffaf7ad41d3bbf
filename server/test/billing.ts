import type { TestProject } from './start-test-server.ts';

interface BillingBody {
  readonly data: {
    readonly plan: string;
    readonly balance: number;
    readonly reserved: number;
    readonly entries: readonly { readonly amount: number; readonly kind: string; readonly run_id: string | null }[];
  };
}

/** Gives the project a paid plan and a balance, so that every feature may be called. */
export async function fund(project: TestProject, amount = 1000): Promise<void> {
  const plan = await project.cloudApi('/billing', { method: 'PATCH', json: { plan: 'pro' } });
  const entry = await project.cloudApi('/billing/entries', { json: { amount, kind: 'top_up' } });
  if (plan.status !== 200 || entry.status !== 201) throw new Error(`${plan.text} ${entry.text}`);
}

export async function billingOf(project: TestProject): Promise<BillingBody['data']> {
  return (await project.cloudApi<BillingBody>('/billing')).body.data;
}

/** Connects a provider; throws when the API refuses it. */
export async function connect(project: TestProject, kind: string, json: object): Promise<void> {
  const answer = await project.cloudApi(`/integrations/${kind}`, { method: 'PUT', json });
  if (answer.status >= 300) throw new Error(`Connecting ${kind} gave ${answer.status}: ${answer.text}`);
}
