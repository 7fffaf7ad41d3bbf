import { attempt, button, call, place } from './service.js';

place('account').innerHTML = `
  <h2>Account</h2>
  <p id="user"></p>
  <form id="sign-in">
    <label>Email <input name="email" type="email" autocomplete="email" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button name="way" value="login">Sign in</button>
    <button name="way" value="signup">Sign up</button>
  </form>`;

async function refresh() {
  const { user } = await call('/auth/me').catch(() => ({}));
  place('sign-in').hidden = user !== undefined;
  place('user').replaceChildren(
    ...(user === undefined ? ['Not signed in.'] : [`Signed in as ${user.email}. `, signOut]),
  );
  // Other parts of the page show what this user may see.
  document.dispatchEvent(new CustomEvent('user', { detail: user }));
}

const signOut = button('Sign out', async () => {
  await call('/auth/logout', { method: 'POST', json: {} });
  await refresh();
});

place('sign-in').onsubmit = (event) => {
  event.preventDefault();
  const json = Object.fromEntries(new FormData(event.target));
  attempt(async () => {
    await call(`/auth/${event.submitter.value}`, { method: 'POST', json });
    await refresh();
  });
};
attempt(refresh);
