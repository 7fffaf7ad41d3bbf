import { createHash } from 'node:crypto';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

const problem = '<p class="bad" role="alert" hidden></p>';

function field(name: string, label: string, attributes: string): string {
  return `<label>${label}<input name="${name}" ${attributes}></label>`;
}

const email = field('email', 'E-mail', 'type="email" autocomplete="username" required');
const name = field('name', 'Your name (optional)', 'autocomplete="name" maxlength="100"');
const password = field('password', 'Password', 'type="password" autocomplete="current-password" required');
const newPassword = field(
  'password',
  'Password, at least 8 characters',
  'type="password" autocomplete="new-password" minlength="8" required',
);

const BODY = `
<header><strong>Console</strong>
  <div class="who" id="who" hidden><span id="account"></span><button type="button" class="small" id="sign-out">Sign out</button></div>
</header>
<main>
  <section id="setup" class="narrow" hidden>
    <h1>Create the first account</h1><p>It owns this installation and every project in it.</p>
    <form class="card">${problem}${name}${email}${newPassword}<button class="main">Create account</button></form>
  </section>
  <section id="invite" class="narrow" hidden>
    <h1>Join the project</h1>
    <p>Choose a password. If your address has an account here, enter its password.</p>
    <form class="card">${problem}${name}${newPassword}<button class="main">Join</button></form>
  </section>
  <section id="sign-in" class="narrow" hidden>
    <h1>Sign in</h1>
    <form class="card">${problem}${email}${password}<button class="main">Sign in</button></form>
  </section>
  <section id="projects" hidden>
    <h1>Projects</h1>
    <p id="none" hidden>There are no projects yet. Create the first one below.</p>
    <ul id="list"></ul>
    <form class="card">${problem}
      <label for="new-name">New project</label>
      <div class="row"><input id="new-name" name="name" maxlength="100" placeholder="Name" required><button class="main">Create</button></div>
    </form>
  </section>
  <section id="trouble" class="narrow" hidden>
    <h1>Something is in the way</h1><p id="reason" role="alert"></p><button type="button" class="main" id="again">Try again</button>
  </section>
  <noscript><p>The console needs JavaScript.</p></noscript>
</main>`;

/** One page for every address of the console; its script chooses what to show. */
export const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Console</title><style>${PAGE_STYLE}</style></head><body>${BODY}<script>${PAGE_SCRIPT}</script></body></html>
`;

/** Nothing but this very style and script may run, and nothing is loaded from anywhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(PAGE_SCRIPT)}'`,
  `style-src '${hashOf(PAGE_STYLE)}'`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
