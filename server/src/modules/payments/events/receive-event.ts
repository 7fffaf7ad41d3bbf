import { type Answer, type ProjectCall, readBytes } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { verifySignature } from '../../functions/index.ts';
import { requireText } from '../../integrations/index.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { applyEvent } from './apply-event.ts';
import { readEvent } from './provider-event.ts';

const BODY_BYTES_MAX = 1_048_576;

/** Receives an event from Stripe. Requires a signature with the webhook secret of the project's connection. */
export async function receiveEvent(context: PaymentsContext, call: ProjectCall): Promise<Answer> {
  const { project, raw, headers } = call;
  const body = await readBytes(raw, BODY_BYTES_MAX);
  const connection = await context.integrations().findConnection(project.store, 'payments');
  if (connection === undefined)
    throw new ServiceError('integration_not_connected', 'This project does not accept payments.');
  const secret = requireText(connection, 'webhook_secret');
  const isSigned = verifySignature({ headers, body, secret, nowMs: context.clock.now(), scheme: 'stripe' });
  call.countSigned(isSigned);
  if (!isSigned)
    throw new ServiceError('invalid_signature', 'The signature does not match the secret of this endpoint.');
  const event = readEvent(parsed(body));
  if (event === undefined) throw new ServiceError('invalid_json', 'This is not an event.');
  const changes = await applyEvent(context, project, event);
  return { status: 200, body: { data: { received: true, applied: changes !== undefined }, count: 1 } };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
