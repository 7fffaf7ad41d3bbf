import type { PlainStep } from '../../../database/index.ts';
import { announced, isNotApplied } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { CONNECTION_STEP } from '../connections-store.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { integrationsSubject } from '../integrations-subject.ts';
import type { Connection } from '../providers/connection.ts';
import { readConnection } from './read-connection.ts';
import { requireKind, shown } from './show-connections.ts';

export async function connect(
  context: IntegrationsContext,
  call: MemberCall<unknown, Readonly<Record<string, unknown>>>,
): Promise<Answer> {
  const { project, body } = call;
  const kind = requireKind(call);
  const { connections, providers, clock, prepare, isClosed } = context;
  const before = await connections.find(project.store, kind);
  const connection = readConnection(body, { kind, providers: providers[kind], before, nowMs: clock.now() });
  refuseClosed(connection, isClosed);
  await prepare[kind]?.(call);
  await change(context, call, connections.saveStep(project.store, connection));
  const details = { provider: connection.provider, changed: Object.keys(body) };
  await recordChange(context, call, { action: 'integration.connect', target: kind, details });
  return { status: before === undefined ? 201 : 200, body: { data: shown(context, project, connection), count: 1 } };
}

export async function disconnect(context: IntegrationsContext, call: MemberCall): Promise<Answer> {
  const kind = requireKind(call);
  try {
    await change(context, call, context.connections.deleteStep(kind));
  } catch (error) {
    if (isNotApplied(error, CONNECTION_STEP))
      throw new ServiceError('not_found', `There is no connection for ${kind}.`);
    throw error;
  }
  await recordChange(context, call, { action: 'integration.disconnect', target: kind });
  return { status: 200, body: { count: 1 } };
}

function refuseClosed({ options }: Connection, isClosed: (url: URL) => boolean): void {
  const base = options['base_url'];
  if (typeof base === 'string' && isClosed(new URL(base)))
    throw validationFailed({
      base_url: 'is not at a public address. The operator can open it with SERVICE_OUTBOUND_ALLOW',
    });
}

async function change(
  { database, feed }: IntegrationsContext,
  { project: { store } }: MemberCall,
  step: PlainStep,
): Promise<void> {
  await announced(feed, integrationsSubject(store), database.write(store, [step]));
}

interface Change {
  readonly action: string;
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The log is in another store; the change comes first, so that the log never holds one that was not made. */
async function recordChange(
  { database, audit, feed }: IntegrationsContext,
  call: MemberCall,
  made: Change,
): Promise<void> {
  const { project } = call;
  const steps = feed.steps(integrationsSubject(project.store));
  await database.write('control', [audit.step(call, { project, ...made }), ...steps]);
}
