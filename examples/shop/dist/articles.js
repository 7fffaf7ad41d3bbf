import { attempt, button, call, place, show } from './service.js';

place('articles').innerHTML = `
  <h2>Your subscription</h2>
  <ul id="subscriptions"></ul>
  <h2>For subscribers</h2>
  <ul id="article-list"></ul>`;

/** Opens Stripe's page for cards, bills and cancelling. */
async function openPortal() {
  const json = { return_url: location.href };
  const { url } = await call('/functions/billing_portal/invoke', { method: 'POST', json });
  location.assign(url);
}

place('articles').append(button('Manage cards and subscriptions', openPortal));

function subscriptionText({ status, cancel_at_period_end: ends, current_period_end: end }) {
  if (status === 'past_due' || status === 'unpaid') return 'The last payment failed: check your card.';
  if (status === 'canceled' || end === null) return status;
  return `${status}, ${ends ? 'ends' : 'renews'} on ${new Date(end).toLocaleDateString()}`;
}

async function refresh() {
  show('subscriptions', await call('/data/subscriptions'), (row) => [subscriptionText(row)]);
  show('article-list', await call('/data/articles'), ({ title, body }) => [`${title}: ${body}`]);
}

document.addEventListener('user', ({ detail: user }) => {
  place('articles').hidden = user === undefined;
  if (user !== undefined) attempt(refresh);
});
