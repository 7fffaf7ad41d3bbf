import type { ApiCall, EnteredValues } from './api-call.ts';
import type { Operation } from './description.ts';

export function sdkText(operation: Operation, call: ApiCall, entered: EnteredValues): string {
  return rowsText(operation, call, entered) ?? otherText(operation, call, entered) ?? requestText(call);
}

function rowsText(operation: Operation, { body }: ApiCall, entered: EnteredValues): string | undefined {
  const match = /^\/data\/([^/]+)(?:\/(\{id\}|export|aggregate|batch))?$/.exec(operation.path);
  if (match === null) return undefined;
  const [, table = '', part] = match;
  const name = literal(table);
  const row = body ?? '{}';
  const id = literal(entered['path.id'] ?? 'ID');
  const which = part === '{id}' ? id : `{ filter: ${literal(entered['query.filter'] ?? '')} }`;
  const action = `${operation.method} ${part ?? ''}`.trim();
  if (action === 'GET') return imported('list', `const rows = await list(${name}${listOptions(entered)});`);
  if (action === 'GET {id}') return imported('getRow', `const row = await getRow(${name}, ${id});`);
  if (action === 'POST') return imported('insert', `const row = await insert(${name}, ${row});`);
  if (action.startsWith('PATCH')) return imported('update', `await update(${name}, ${which}, ${row});`);
  if (action.startsWith('DELETE')) return imported('remove', `await remove(${name}, ${which});`);
  return action === 'POST aggregate'
    ? imported('aggregate', `const groups = await aggregate(${name}, ${row});`)
    : undefined;
}

const LISTED = ['filter', 'order', 'limit', 'offset'];

function listOptions(entered: EnteredValues): string {
  const select = (entered['query.select'] ?? '').split(',').filter((column) => column !== '');
  const options = [
    ...(select.length === 0 ? [] : [`select: [${select.map((column) => literal(column.trim())).join(', ')}]`]),
    ...LISTED.flatMap((option) => {
      const value = entered[`query.${option}`] ?? '';
      if (value === '') return [];
      return [`${option}: ${option === 'limit' || option === 'offset' ? Number(value) : literal(value)}`];
    }),
  ];
  return options.length === 0 ? '' : `, { ${options.join(', ')} }`;
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  signUp: 'signUp',
  logIn: 'signIn',
  forgotPassword: 'requestPasswordReset',
};

function otherText(operation: Operation, { body }: ApiCall, entered: EnteredValues): string | undefined {
  const { operationId: id } = operation;
  const account = ACCOUNTS[id];
  if (account !== undefined) return imported(account, `await ${account}(${body ?? '{}'});`, 'auth');
  if (id === 'sendMessage') return imported('sendMessage', `await sendMessage(${body ?? '{}'});`);
  if (id !== 'invokeFunction') return undefined;
  const name = literal(entered['path.name'] ?? 'NAME');
  const payload = body === undefined ? '' : `, ${body}`;
  return imported('invoke', `const { success, data, error } = await invoke(${name}${payload});`, 'functions');
}

function requestText({ method, path, body, headers, form }: ApiCall): string {
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${JSON.stringify(headers)}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
    ...(form === undefined ? [] : ['body: form']),
  ];
  const options = init.length === 0 ? '' : `, {\n  ${init.join(',\n  ')},\n}`;
  const fields = (form ?? []).map(([name, value]) => `form.set(${literal(name)}, ${literal(value)});\n`).join('');
  const made = form === undefined ? '' : `const form = new FormData();\nform.set('file', file);\n${fields}`;
  return imported('request', `${made}const answer = await request(${literal(path)}${options});`, 'client');
}

function imported(name: string, code: string, from = 'data'): string {
  return `import { ${name} } from '@service/${from}';\n\n${code}`;
}

function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
