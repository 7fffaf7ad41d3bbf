import { Type } from 'typebox';
import { memberRoute, type Route } from '../../../http/index.ts';
import type { InboxContext } from '../inbox-context.ts';
import { exportMessages } from './export-messages.ts';
import { getMessage, listMessages } from './list-messages.ts';
import { exportQuery, messagePatch, messageSchema, messagesQuery } from './message-schemas.ts';
import { deleteMessage, updateMessage } from './update-message.ts';

const ALL = '/api/cloud/projects/:project_id/messages';
const ONE = `${ALL}/:message_id`;
const oneMessage = Type.Object({ data: messageSchema, count: Type.Literal(1) });

export function manageRoutes(context: InboxContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listMessages',
      summary: 'Lists the messages, newest first, and the number of unread ones',
      role: 'viewer',
      query: messagesQuery,
      responses: {
        200: Type.Object({ data: Type.Array(messageSchema), count: Type.Integer(), unread: Type.Integer() }),
      },
      handle: (call) => listMessages(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ALL}/export`,
      id: 'exportMessages',
      summary: 'Exports all matching messages, oldest first, as CSV or JSON',
      role: 'viewer',
      query: exportQuery,
      responses: { 200: Type.Object({ data: Type.Array(messageSchema), count: Type.Integer() }) },
      otherTypes: { 'text/csv': Type.String() },
      handle: (call) => exportMessages(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getMessage',
      summary: 'Returns a message',
      role: 'viewer',
      responses: { 200: oneMessage },
      handle: (call) => getMessage(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: ONE,
      id: 'updateMessage',
      summary: 'Marks a message as read, archives it, or moves it into or out of spam',
      role: 'editor',
      body: messagePatch,
      responses: { 200: oneMessage },
      handle: (call) => updateMessage(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteMessage',
      summary: 'Deletes a message permanently',
      role: 'editor',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => deleteMessage(context, call),
    }),
  ];
}
