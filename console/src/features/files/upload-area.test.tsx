import '../../../test/dom.ts';
import { expect, test, vi } from 'vitest';
import { findBarriers, screen, show } from '../../../test/show.tsx';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { UploadArea } from './upload-area.tsx';
import { refusalOf, useUploads } from './uploads.ts';

test('a refused upload shows the file’s name and the reason until the user dismisses it', async () => {
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

const ROOM = { files: 3, files_max: 4, file_bytes_max: 2500, bytes: 1000, bytes_max: 3000 };

function Uploading() {
  const uploads = useUploads('shop', ROOM, () => undefined);
  return <UploadArea folder="" uploads={uploads} />;
}

test('a file that is not allowed is refused by name before any byte is sent', async () => {
  const { user } = await show(<Uploading />);
  await user.upload(screen.getByLabelText('Files'), new File(['x'.repeat(2001)], 'big.txt'));
  expect(await screen.findByText('big.txt was not uploaded.')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('room for 2.0 KB more');
});

test.each([
  [{ size: 2500 }, undefined, undefined],
  [{ size: 2501 }, ROOM, 'file_too_large'],
  [{ size: 2000 }, ROOM, undefined],
  [{ size: 2001 }, ROOM, 'storage_full'],
  [{ size: 1 }, { ...ROOM, files: 4 }, 'storage_full'],
])('%j beside %j is refused with %s', (file, room, code) => {
  expect(refusalOf(file, room)?.code).toBe(code);
});
