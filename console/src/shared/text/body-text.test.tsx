import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { findBarriers, screen, show } from '../../../test/show.tsx';
import { BodyText } from './body-text.tsx';

test('JSON is shown as a collapsible tree and as raw text; other text is shown unchanged', async () => {
  const text = '{"event":"insert","data":{"tags":["a","b"],"note":"x\u202ey"}}';
  const { user } = await show(<BodyText name="Request body" text={text} curl="curl 'x'" />);
  expect(screen.getAllByRole('group').length).toBeGreaterThan(2);
  expect(document.body.textContent).toContain('event: "insert"');
  expect(document.body.textContent).not.toContain('\u202e');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'As sent' }));
  expect(screen.getByRole('tabpanel').textContent).toBe(text.replace('\u202e', '‹202e›'));
  expect(screen.getByRole('button', { name: 'Copy as curl' })).toBeDefined();
  await show(<BodyText name="Response body" text="fine" />);
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.getByText('fine')).toBeDefined();
});
