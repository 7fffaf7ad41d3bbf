import { attempt, button, call, show } from './service.js';

async function buy(product) {
  const json = { product_id: product.id, return_url: location.href };
  const { url } = await call('/functions/buy/invoke', { method: 'POST', json });
  location.assign(url);
}

function item(product) {
  return [`${product.title}, ${product.shown_price}`, button(`Buy ${product.title}`, () => buy(product))];
}

attempt(async () => show('products', await call('/data/products'), item));
