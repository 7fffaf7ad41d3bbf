/** Talks to the same API as everybody else. Whatever comes from it is put into the page as text, never as markup. */
export const PAGE_SCRIPT = `
'use strict';
const byId = (id) => document.getElementById(id);
const views = ['setup', 'invite', 'sign-in', 'projects', 'trouble'];
const token = new URLSearchParams(location.search).get('token') || '';

async function call(method, path, body) {
  const init = { method, credentials: 'same-origin' };
  if (body !== undefined) { init.headers = { 'Content-Type': 'application/json' }; init.body = JSON.stringify(body); }
  try {
    const response = await fetch('/api/cloud' + path, init);
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: 0, body: { error: 'The service does not answer. Check the connection and try again.' } };
  }
}

function show(view) {
  for (const name of views) byId(name).hidden = name !== view;
  byId('who').hidden = view !== 'projects';
  const first = byId(view).querySelector('input');
  if (first && view !== 'projects') first.focus();
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function copyable(title, text) {
  const term = element('dt', title);
  const value = element('dd');
  const button = element('button', 'Copy', 'small');
  button.type = 'button';
  button.setAttribute('aria-label', 'Copy ' + title.toLowerCase());
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  value.append(element('code', text), button);
  return [term, value];
}

async function projectItem(project) {
  const tables = await call('GET', '/projects/' + encodeURIComponent(project.id) + '/tables?limit=1');
  const table = tables.status === 200 && tables.body.data[0] ? tables.body.data[0].name : undefined;
  const item = element('li', undefined, 'card');
  const facts = element('dl');
  facts.append(...copyable('Public key', project.public_key));
  const line = "curl -H 'Authorization: Bearer " + project.public_key + "' '" + project.base_url + '/data/';
  if (table) facts.append(...copyable('Read rows', line + table + "'"));
  item.append(element('h2', project.name), facts);
  if (!table) item.append(element('p', 'No tables yet.'));
  return item;
}

async function showProjects(signedIn) {
  const answer = await call('GET', '/projects?limit=100&order=created_at:desc');
  if (answer.status !== 200) return fail(answer);
  const account = signedIn.account;
  byId('account').textContent = account ? account.name || account.email : '';
  byId('list').replaceChildren(...await Promise.all(answer.body.data.map(projectItem)));
  byId('none').hidden = answer.body.data.length > 0;
  show('projects');
}

function fail(answer) {
  byId('reason').textContent = answer.body.error;
  show('trouble');
}

function onSubmit(view, send, done) {
  const form = byId(view).querySelector('form');
  const problem = form.querySelector('.bad');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    problem.hidden = true;
    const fields = {};
    for (const [name, value] of new FormData(form)) if (value !== '') fields[name] = value;
    const answer = await send(fields);
    button.disabled = false;
    if (answer.status >= 200 && answer.status < 300) { form.reset(); return done(answer.body.data); }
    problem.textContent = answer.body.error;
    problem.hidden = false;
  });
}

async function start() {
  const isSetup = location.pathname.endsWith('/setup');
  const isInvite = location.pathname.endsWith('/invite');
  if ((isSetup || isInvite) && token !== '') {
    // The token is spent once; it need not stay in the history or on the screen.
    history.replaceState(null, '', location.pathname);
    return show(isSetup ? 'setup' : 'invite');
  }
  const me = await call('GET', '/auth/me');
  if (me.status === 200) return showProjects(me.body.data);
  if (me.status === 401) return show('sign-in');
  fail(me);
}

function enter(signedIn) {
  history.replaceState(null, '', '/console');
  return showProjects(signedIn);
}

onSubmit('setup', (fields) => call('POST', '/setup', { ...fields, token }), enter);
onSubmit('invite', (fields) => call('POST', '/invites/accept', { ...fields, token }), enter);
onSubmit('sign-in', (fields) => call('POST', '/auth/login', fields), enter);
onSubmit('projects', (fields) => call('POST', '/projects', fields), start);
byId('sign-out').addEventListener('click', async () => { await call('POST', '/auth/logout'); show('sign-in'); });
byId('again').addEventListener('click', () => { location.reload(); });
start();
`;
