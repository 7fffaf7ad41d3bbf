import { base, key } from './config.js';

const place = (id) => document.getElementById(id);
let user;

async function call(path, { method, json, body } = {}) {
  const answer = await fetch(base + path, {
    method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
    credentials: 'include',
    headers: { authorization: `Bearer ${key}`, ...(json !== undefined && { 'content-type': 'application/json' }) },
    body: json === undefined ? body : JSON.stringify(json),
  });
  const text = await answer.text();
  const read = text === '' ? {} : JSON.parse(text);
  if (!answer.ok) throw new Error(read.error);
  return read.data;
}

/** What fails is said at the top of the page. */
async function attempt(work) {
  place('problem').textContent = '';
  try {
    await work();
  } catch (error) {
    place('problem').textContent = error.message;
  }
}

function button(label, work) {
  const made = document.createElement('button');
  made.textContent = label;
  made.onclick = () => attempt(work);
  return made;
}

function show(id, rows, toItem) {
  const items = rows.map((row) => {
    const item = document.createElement('li');
    item.append(...toItem(row));
    return item;
  });
  place(id).replaceChildren(...(items.length === 0 ? ['Nothing yet.'] : items));
}

const at = (table, query) => `/data/${table}?${new URLSearchParams(query)}`;
const teamId = () => place('team').value;
const ofTeam = (order) => ({ filter: `team_id:eq:${teamId()}`, order });

/** Every list is asked for without a word about rights: the rules of schema.json decide what comes. */
async function refresh() {
  place('sign-in').hidden = user !== undefined;
  place('board').hidden = user === undefined;
  if (user === undefined) return;
  place('user').textContent = `Signed in as ${user.email}.`;
  const chosen = teamId();
  const teams = await call(at('teams', { order: 'name' }));
  place('team').replaceChildren(...teams.map(({ id, name }) => new Option(name, id, false, id === chosen)));
  place('of-team').hidden = teams.length === 0;
  if (teams.length === 0) return;
  show('tasks', await call(at('tasks', ofTeam('created_at'))), taskItem);
  show('members', await call(at('members', ofTeam('created_at'))), memberItem);
}

function taskItem({ id, title, done, attachment }) {
  const box = document.createElement('input');
  const label = document.createElement('label');
  Object.assign(box, { type: 'checkbox', checked: done });
  box.onchange = () =>
    attempt(async () => {
      try {
        await change('tasks', id, { done: box.checked });
      } finally {
        // The box shows what is stored, also after a refusal.
        await refresh();
      }
    });
  label.append(box, title);
  const open = attachment === null ? [] : [button(`Open attachment of ${title}`, () => openFile(attachment))];
  return [label, ...open, button(`Delete ${title}`, () => remove('tasks', id))];
}

function memberItem({ id, name, role, user_id: member }) {
  const isMe = member === user.id;
  return [`${name}, ${role}`, button(isMe ? 'Leave team' : `Remove ${name}`, () => remove('members', id))];
}

const change = (table, id, json) => call(`/data/${table}/${id}`, { method: 'PATCH', json });

async function remove(table, id) {
  await call(`/data/${table}/${id}`, { method: 'DELETE' });
  await refresh();
}

/** A file with `visibility: "linked"` is read by whoever may read the task that names it, and by nobody else. */
async function openFile(id) {
  const { url } = await call(`/storage/files/${id}/sign`, { json: { expires_in: 60 } });
  window.open(url, '_blank', 'noopener');
}

async function upload(file) {
  const body = new FormData();
  body.append('file', file);
  body.append('visibility', 'linked');
  return (await call('/storage/upload', { body })).id;
}

function onSubmit(id, work) {
  place(id).onsubmit = (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    void attempt(async () => {
      await work(fields, event.submitter);
      event.target.reset();
      await refresh();
    });
  };
}

onSubmit('sign-in', async ({ email, password }, { value }) => {
  ({ user } = await call(`/auth/${value}`, { json: { email, password } }));
  await refresh();
  await join();
});

onSubmit('new-team', async ({ name }) => {
  const team = await call('/data/teams', { json: { name } });
  const me = { team_id: team.id, user_id: user.id, name: user.email, role: 'owner' };
  await call('/data/members', { json: me });
  place('team').replaceChildren(new Option(name, team.id, false, true));
});

onSubmit('new-task', async ({ title, file }) => {
  const attachment = file.size > 0 ? await upload(file) : null;
  await call('/data/tasks', { json: { team_id: teamId(), title, attachment } });
});

onSubmit('invite', async ({ email, role }) => {
  const page = location.origin + location.pathname;
  const json = { team_id: teamId(), email, role, page };
  const { sent, link } = await call('/functions/invite/invoke', { json });
  place('news').textContent = sent ? `${email} is invited.` : `Mail is not connected. Give ${email} this link: ${link}`;
});

/** The link of an invitation ends with the token, which never reaches a server's log. */
async function join() {
  const token = new URLSearchParams(location.hash.slice(1)).get('join');
  if (token === null || user === undefined) return;
  history.replaceState(null, '', location.pathname);
  await call('/functions/join/invoke', { json: { token } });
  place('news').textContent = 'You are in the team.';
}

place('team').onchange = () => attempt(refresh);
place('sign-out').onclick = () =>
  attempt(async () => {
    await call('/auth/logout', { json: {} });
    user = undefined;
    await refresh();
  });
void attempt(async () => {
  user = (await call('/auth/me').catch(() => ({}))).user;
  await refresh();
  await join();
  await refresh();
});
