import { Type } from 'typebox';
import { anonymousWithoutKey, callerRoute, type Route } from '../../http/index.ts';
import { isForm } from './forms/form-type.ts';
import { submitForm } from './forms/submit-form.ts';
import type { InboxContext } from './inbox-context.ts';
import { messageBody } from './read-message.ts';
import { submitMessage } from './submit-message.ts';

const stored = Type.Object({
  data: Type.Object({ delivered: Type.Literal(true), id: Type.String() }),
  count: Type.Literal(1),
});
const refused = Type.Object({
  data: Type.Object({ delivered: Type.Literal(false), reason: Type.Literal('channel_disabled') }),
  count: Type.Literal(0),
});

export function inboxRoutes(context: InboxContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: '/api/baas/:project_id/messages',
      id: 'sendMessage',
      summary: 'Sends a message to the owner of the project, as JSON or from an HTML form without a key',
      rate: 'write',
      body: 'stream',
      documentedBody: messageBody,
      responses: { 200: refused, 201: stored },
      keyless: (request) => (isForm(request) ? anonymousWithoutKey(request) : undefined),
      handle: (call) => (isForm(call.raw) ? submitForm(context, call) : submitMessage(context, call)),
    }),
  ];
}
