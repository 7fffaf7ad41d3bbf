import { attempt, call, place, show } from './service.js';

place('orders').innerHTML = `
  <h2>Your orders</h2>
  <ul id="order-list"></ul>
  <h2>Payments on their way</h2>
  <ul id="pending"></ul>`;

async function refresh() {
  show('order-list', await call('/data/orders'), ({ title, state }) => [`${title}: ${state.replace('_', ' ')}`]);
  const pending = await call('/data/payments?filter=status:eq:pending');
  show('pending', pending, ({ description }) => [`${description ?? 'A payment'}: no need to pay again`]);
}

document.addEventListener('user', ({ detail: user }) => {
  place('orders').hidden = user === undefined;
  if (user !== undefined) attempt(refresh);
});
