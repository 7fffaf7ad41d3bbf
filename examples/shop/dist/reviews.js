import { attempt, button, call, place, show } from './service.js';

place('reviews').innerHTML = `
  <h2>Reviews</h2>
  <ul id="review-list"></ul>
  <form id="review">
    <label>Your review <input name="text" required></label>
    <label>Photo <input name="file" type="file" accept="image/*"></label>
    <button>Send review</button>
  </form>`;

let user;

/** Stores the photo, which everybody may see, and gives its id. */
async function upload(file) {
  const form = new FormData();
  form.append('file', file);
  form.append('visibility', 'public');
  const { id } = await call('/storage/upload', { method: 'POST', form });
  return id;
}

async function send(file, text) {
  const photo = file.size === 0 ? null : await upload(file);
  await call('/data/reviews', { method: 'POST', json: { text, photo } });
  place('review').reset();
  await refresh();
}

async function remove({ id }) {
  await call(`/data/reviews/${id}`, { method: 'DELETE' });
  await refresh();
}

function item(review) {
  const parts = [review.text];
  if (review.photo !== null) {
    const image = new Image();
    image.alt = 'Photo of the reviewer';
    image.src = `/api/baas/shop/storage/files/${review.photo}/download`;
    parts.push(image);
  }
  if (review.owner_id === user?.id) parts.push(button('Delete', () => remove(review)));
  return parts;
}

async function refresh() {
  show('review-list', await call('/data/reviews?order=created_at:desc'), item);
}

place('review').onsubmit = (event) => {
  event.preventDefault();
  const { file, text } = Object.fromEntries(new FormData(event.target));
  attempt(() => send(file, text));
};
document.addEventListener('user', ({ detail }) => {
  user = detail;
  attempt(refresh);
});
