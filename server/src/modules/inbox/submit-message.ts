import { type Answer, type ProjectCall, readIdempotencyKey, readJson } from '../../http/index.ts';
import { limitKey } from '../../limits/index.ts';
import { countRequest } from './count-request.ts';
import { deliveryAnswer } from './delivery-answer.ts';
import type { InboxContext } from './inbox-context.ts';
import { readMessage } from './read-message.ts';
import { sendMessage } from './send-message.ts';
import { readSourceUrl } from './source-url.ts';

export async function submitMessage(context: InboxContext, call: ProjectCall): Promise<Answer> {
  const { project, caller, headers } = call;
  await countRequest(context, call);
  const body = await readJson(call.raw);
  const sending = {
    project,
    caller,
    from: limitKey(call.ip),
    sourceUrl: readSourceUrl(headers),
    repeatable: readIdempotencyKey(headers['idempotency-key'], body),
  };
  return deliveryAnswer(await sendMessage(context, sending, readMessage(body)));
}
