import type { Project } from '../../../callers/index.ts';
import { applyObservation } from '../events/apply-event.ts';
import { integerAt, type Json } from '../events/json-path.ts';
import { type Observation, observeEvent } from '../events/observe-event.ts';
import type { ObjectFacts } from '../facts.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** Makes the row correct before the event arrives. Uses the provider's time, so that later events take precedence. */
export async function applyAnswer(
  context: PaymentsContext,
  project: Project,
  answer: object,
  links: Observation['links'] = [],
): Promise<void> {
  const object = answer as Json;
  const changedAt = integerAt(object, 'ended_at') ?? integerAt(object, 'canceled_at') ?? integerAt(object, 'created');
  const created = changedAt ?? Math.floor(context.clock.now() / 1000);
  const observed = observeEvent({ id: '', type: 'answer', created, object });
  if (observed === undefined) return;
  const [before] = await context.objects.byIds(project.store, [observed.id]);
  const facts = completed(observed.facts, before?.facts);
  await applyObservation(context, project, { ...observed, facts, links: [...observed.links, ...links] });
}

/** Keeps known facts that the answer leaves out, such as the items of a subscription. */
function completed(facts: ObjectFacts, before: ObjectFacts | undefined): ObjectFacts {
  const { said } = facts;
  if (said === null || before?.said == null) return facts;
  const told = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  const plan = said.plan == null ? null : { ...before.said.plan, ...nonNull(said.plan) };
  const metadata = { ...before.said.metadata, ...said.metadata };
  const livemode = before.said.livemode || said.livemode;
  return {
    ...facts,
    said: { ...before.said, ...told, metadata, livemode, ...(plan && { plan }) } as ObjectFacts['said'],
  };
}

function nonNull<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) as Partial<Value>;
}
