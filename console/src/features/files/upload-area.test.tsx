import '../../../test/dom.ts';
import { expect, test, vi } from 'vitest';
import { findBarriers, screen, show } from '../../../test/show.tsx';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { UploadArea } from './upload-area.tsx';

test('a refused upload names its file beside the reason, until it is dismissed', async () => {
  const dismiss = vi.fn();
  const error = new ApiFailure(413, { error: 'The file is larger than 10 MB.' });
  const list = [{ key: 7, name: 'holiday.mov', progress: 1, error }];
  const { user } = await show(<UploadArea folder="" uploads={{ list, dismiss, start: () => Promise.resolve() }} />);
  expect(screen.getByText('holiday.mov was not uploaded.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('larger than 10 MB');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Dismiss holiday.mov' }));
  expect(dismiss).toHaveBeenCalledWith(7);
});
