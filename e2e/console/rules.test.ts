import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  openWindow,
  overflowOf,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

/** If set, the tests save pictures of the pages in this folder. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
const PASSWORD = 'a calm and long password';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let window: ConsoleWindow;
const ids = new Map<string, string>();

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  const owner = await setUpOwner(scene);
  done(await owner.post('/projects', { name: 'Board', id: 'board' }));
  for (const name of ['ann', 'ben', 'eve']) {
    const made = await owner.post('/projects/board/users', { email: `${name}@example.com`, password: PASSWORD });
    ids.set(name, (JSON.parse(made.text) as { data: { id: string } }).data.id);
  }
  const columns = [{ name: 'title', type: 'text', required: true }];
  done(await owner.post('/projects/board/tables', { name: 'tasks', columns }));
  window = cleanUp.use(await openWindow(scene, { session: owner }));
});

afterAll(() => cleanUp.disposeAsync());

const rules = 'p/board/tables/tasks/rules';

test('a pattern creates the tables it needs; its rules are shown in words, edited by choosing, and compared before they are saved', async () => {
  const { page } = window;
  await window.visit(rules);
  await page.getByRole('button', { name: 'Start from a pattern' }).click();
  const pattern = page.getByRole('dialog', { name: 'Start from a pattern' });
  await pattern.getByLabel('Pattern').selectOption('Team with roles');
  await pattern.getByText('Makes the table members').waitFor();
  await picture('pattern');
  await pattern.getByRole('button', { name: 'Use pattern' }).click();
  await page.getByText('may see rows, as long as the user is in “members” for the row’s team_id.').waitFor();
  await page.getByText(/may change rows, as long as .* where role is owner or editor\./).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  const team = await insert('teams', { name: 'Red' });
  await insert('members', { team_id: team, user_id: ids.get('ann'), role: 'owner' });
  await insert('members', { team_id: team, user_id: ids.get('ben'), role: 'reader' });
  for (const title of ['One', 'Two']) await insert('tasks', { title, team_id: team });

  const region = page.getByRole('region', { name: 'Who can see what' });
  await region.getByRole('button', { name: 'Compare with the saved rules' }).click();
  const changes = region.getByRole('table', { name: 'What the draft changes' });
  const lineOf = (name: string) => changes.getByRole('row').filter({ hasText: name });
  await eventually(() => lineOf('ann@example.com').textContent()).toContain('2 rows, 2 more');
  expect(await lineOf('ann@example.com').getByRole('cell').allTextContents()).toEqual([
    'ann@example.com',
    '2 rows, 2 more',
    'allowed, before denied',
    '2 rows, 2 more',
    '2 rows, 2 more',
  ]);
  expect(await lineOf('ben@example.com').getByRole('cell').nth(3).textContent()).toBe('0 rows');
  expect(await lineOf('a visitor').getByRole('cell').nth(1).textContent()).toBe('0 rows');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved.').waitFor();
  await region.getByLabel('Person').selectOption('a user');
  await region.getByLabel('E-mail of the user').fill('ben@example.com');
  await region.getByRole('button', { name: 'Show what they see' }).click();
  await region.getByRole('table', { name: 'Rows as they see them' }).getByText('One').waitFor();
  const may = region.getByRole('table', { name: 'What they may do' });
  expect(await may.getByRole('row').filter({ hasText: 'read' }).textContent()).toContain('Allowed');
  expect(await may.getByRole('row').filter({ hasText: 'update' }).textContent()).toMatch(
    /Denied[\s\S]*The row does not match the rule\. Not found in members\./,
  );
  await lookAround('rules');
  expect(window.complaints).toEqual([]);
});

test('a condition is added and removed by choosing, and a missing index is created with one click', async () => {
  const { page } = window;
  await window.visit(rules);
  await page.getByRole('button', { name: 'Add condition to Read' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add condition' });
  await dialog.getByLabel('Condition about').selectOption('members');
  await dialog.getByLabel('Column with the user’s id').selectOption('user_id');
  await dialog.getByLabel('Column that equals one of this row').selectOption('team_id');
  await dialog.getByLabel('With', { exact: true }).selectOption('role');
  await dialog.getByLabel('One of', { exact: true }).fill('owner, editor');
  await picture('condition');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  const list = page.getByRole('list', { name: 'Read conditions' });
  await eventually(() => list.getByRole('listitem').count()).toBe(2);
  await page.getByLabel('Read when').selectOption('any of these holds');
  expect(await page.getByLabel('Read condition', { exact: true }).inputValue()).toMatch(/^or\(exists\(members,/);
  await list
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click();
  await page
    .getByLabel('Read condition', { exact: true })
    .fill(
      'exists(members,role:eq:owner,team_id:eq:$row.team_id,user_id:eq:$user.id),exists(teams,owner_id:eq:$user.id)',
    );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Changes saved.').waitFor();
  // The ids of owners have an index already, so the page offers only missing ones.
  await page.getByLabel('Read condition', { exact: true }).fill('exists(teams,name:eq:$user.email)');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const make = page.getByRole('button', { name: 'Make the index on teams (name)' });
  await make.waitFor();
  await picture('advice');
  await make.click();
  await page.getByText('The index on teams is made.').waitFor();
  await make.waitFor({ state: 'detached' });
  expect(window.complaints).toEqual([]);
});

function done(answer: ApiAnswer): ApiAnswer {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

async function insert(table: string, row: object): Promise<string> {
  const made = await scene.cloud.post(`/projects/board/data/${table}`, row);
  expect(made.status, made.text).toBe(201);
  return (JSON.parse(made.text) as { data: { id: string } }).data.id;
}

async function picture(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await window.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** At 375 px in the dark, the page fits and has no accessibility violation. */
async function lookAround(name: string): Promise<void> {
  const { page } = window;
  await picture(`${name}-wide`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
  await picture(`${name}-phone-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}
