import type { Caller } from '../../../callers/index.ts';
import { type Answer, type ProjectCall, readBytes, readIdempotencyKey, wantsPage } from '../../../http/index.ts';
import { limitKey } from '../../../limits/index.ts';
import { countRequest } from '../count-request.ts';
import { deliveryAnswer } from '../delivery-answer.ts';
import type { InboxContext } from '../inbox-context.ts';
import { readMessage } from '../read-message.ts';
import { sendMessage } from '../send-message.ts';
import { readSourceUrl } from '../source-url.ts';
import { messageOfForm } from './form-message.ts';
import { deliveryPage, failurePage } from './form-pages.ts';
import { requireFormWithoutFiles } from './form-type.ts';
import { readNextPage } from './next-page.ts';
import { parseForm } from './read-form.ts';

const ANONYMOUS: Caller = Object.freeze({ kind: 'anonymous' });

export async function submitForm(context: InboxContext, call: ProjectCall): Promise<Answer> {
  try {
    return await answerForm(context, call);
  } catch (error) {
    if (wantsPage(call)) return failurePage(call, error);
    throw error;
  }
}

async function answerForm(context: InboxContext, call: ProjectCall): Promise<Answer> {
  const { project, headers } = call;
  requireFormWithoutFiles(call.raw);
  await countRequest(context, call);
  const fields = parseForm(await readBytes(call.raw));
  const next = readNextPage(context, call, fields);
  const message = readMessage(messageOfForm(fields));
  const delivery = await sendMessage(
    context,
    {
      project,
      // Any web page may make a signed-in browser send this form, so the form never acts for that user.
      caller: call.caller.kind === 'secret' ? call.caller : ANONYMOUS,
      from: limitKey(call.ip),
      sourceUrl: readSourceUrl(headers),
      repeatable: readIdempotencyKey(headers['idempotency-key'], [...fields]),
    },
    message,
  );
  if (delivery.delivered && next !== undefined)
    return { status: 303, body: '', headers: { Location: next, 'Content-Type': 'text/plain; charset=utf-8' } };
  return wantsPage(call) ? deliveryPage(context, call, delivery) : deliveryAnswer(delivery);
}
