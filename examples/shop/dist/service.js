import { key } from './config.js';

const base = '/api/baas/shop';

export const place = (id) => document.getElementById(id);

/** Calls the API as this visitor, whose session is in a cookie, and gives the `data` of its answer. */
export async function call(path, { method = 'GET', json, form } = {}) {
  const headers = { authorization: `Bearer ${key}` };
  if (json !== undefined) headers['content-type'] = 'application/json';
  const body = json === undefined ? form : JSON.stringify(json);
  const answer = await fetch(base + path, { method, headers, body });
  const { data, error } = await answer.json();
  if (!answer.ok) throw new Error(error);
  return data;
}

/** Runs `work`, and shows its error at the top of the page. */
export function attempt(work) {
  place('problem').textContent = '';
  work().catch((error) => {
    place('problem').textContent = error.message;
  });
}

/** Fills a list. `toItem` gives the texts and elements of one row. */
export function show(id, rows, toItem) {
  const items = rows.map((row) => {
    const item = document.createElement('li');
    item.append(...toItem(row));
    return item;
  });
  place(id).replaceChildren(...(items.length === 0 ? ['Nothing yet.'] : items));
}

export function button(text, onClick) {
  const element = document.createElement('button');
  element.textContent = text;
  element.onclick = () => attempt(onClick);
  return element;
}
