import { base, key } from './config.js';

const place = (id) => document.getElementById(id);

async function call(path, json) {
  const answer = await fetch(base + path, {
    method: json === undefined ? 'GET' : 'POST',
    credentials: 'include',
    headers: {
      authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body.data;
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

function show(id, rows, toItem) {
  const items = rows.map((row) => {
    const item = document.createElement('li');
    item.append(...[toItem(row)].flat());
    return item;
  });
  place(id).replaceChildren(...(items.length === 0 ? ['Nothing yet.'] : items));
}

const goTo = async (name, payload) => location.assign((await call(`/functions/${name}/invoke`, payload)).url);

function productItem({ id, title, shown_price: price }) {
  const button = document.createElement('button');
  button.textContent = `Buy ${title}`;
  button.onclick = () => attempt(() => goTo('buy', { product_id: id, return_url: location.href }));
  return [`${title}, ${price}`, button];
}

function subscriptionText({ status, cancel_at_period_end: ends, current_period_end: end }) {
  if (status === 'past_due' || status === 'unpaid') return 'The last payment failed: check your card.';
  if (status === 'canceled' || end === null) return status;
  return `${status}, ${ends ? 'ends' : 'renews'} on ${new Date(end).toLocaleDateString()}`;
}

async function refresh() {
  show('products', await call('/data/products'), productItem);
  const { user } = await call('/auth/me').catch(() => ({ user: undefined }));
  place('sign-in').hidden = user !== undefined;
  place('account').hidden = user === undefined;
  place('user').textContent = user === undefined ? 'Sign in to buy.' : `Signed in as ${user.email}.`;
  if (user === undefined) return;
  show('orders', await call('/data/orders'), ({ title, state }) => `${title}: ${state.replace('_', ' ')}`);
  const pending = await call('/data/payments?filter=status:eq:pending');
  show('pending', pending, ({ description }) => `${description ?? 'A payment'}: no need to pay again`);
  show('subscriptions', await call('/data/subscriptions?order=created_at:desc'), subscriptionText);
  show('articles', await call('/data/articles'), ({ title, body }) => `${title}: ${body}`);
}

place('sign-in').onsubmit = (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(event.target));
  void attempt(async () => {
    await call(`/auth/${event.submitter.value}`, { email, password });
    await refresh();
  });
};
place('portal').onclick = () => attempt(() => goTo('billing_portal', { return_url: location.href }));
void attempt(refresh);
