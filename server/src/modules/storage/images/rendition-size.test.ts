import { expect, test } from 'vitest';
import { renditionSize } from './rendition-size.ts';

test.each([
  // image, request, result
  [[400, 300], {}, [400, 300]],
  [[400, 300], { width: 200 }, [200, 150]],
  [[400, 300], { height: 30 }, [40, 30]],
  [[400, 300], { width: 800 }, [400, 300]],
  [[400, 300], { width: 100, height: 100 }, [100, 100]],
  [[400, 300], { width: 100, height: 100, fit: 'contain' }, [100, 75]],
  [[400, 300], { width: 600, height: 300 }, [400, 200]],
  [[400, 300], { width: 600, height: 600 }, [300, 300]],
  [[400, 300], { width: 600, height: 150, fit: 'contain' }, [200, 150]],
  [[400, 300], { width: 4096, height: 4096, fit: 'contain' }, [400, 300]],
  [[10_000, 1], { width: 1 }, [1, 1]],
  [[1, 1], { width: 4096, height: 1 }, [1, 1]],
] as const)('an image of %j requested as %j becomes %j', ([width, height], rendition, [outWidth, outHeight]) => {
  expect(renditionSize({ width, height }, rendition)).toEqual({ width: outWidth, height: outHeight });
});
