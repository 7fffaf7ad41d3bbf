import type { CompletionSource } from '@codemirror/autocomplete';

const TABLE = ['list', 'count', 'get', 'insert', 'update', 'remove', 'aggregate', 'batch'];

/** Completions by the text before the dot. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  ctx: [
    'payload',
    'request',
    'user',
    'data',
    'storage',
    'messages',
    'functions',
    'secrets',
    'verifySignature',
    'log',
    'error',
    'project',
    'function',
    'run_id',
    'deadline',
  ],
  'ctx.data': ['table', 'asCaller'],
  'ctx.storage': ['upload', 'list', 'get', 'download', 'update', 'remove', 'sign'],
  'ctx.messages': ['send'],
  'ctx.functions': ['invoke'],
  'ctx.log': ['debug', 'info', 'warn', 'error'],
  'ctx.request': ['method', 'url', 'headers', 'body', 'text', 'json'],
  'ctx.user': ['id', 'email', 'email_verified', 'name', 'role', 'metadata'],
};

export const ctxCompletions: CompletionSource = (context) => {
  const before = context.matchBefore(/(?:ctx(?:\.\w+)*(?:\([^()]*\))?|\))\.\w*$/);
  if (before === null) return null;
  const dot = before.text.lastIndexOf('.');
  const object = before.text.slice(0, dot);
  const members = object.endsWith(')') ? TABLE : MEMBERS[object];
  if (members === undefined) return null;
  return { from: before.from + dot + 1, options: members.map((label) => ({ label, type: 'property' })) };
};
