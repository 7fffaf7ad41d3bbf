import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleWindow } from '../console-scene.ts';

const HEIGHT = 800;
const WIDTHS = [1280, 375];
const SCHEMES = ['light', 'dark'] as const;

interface Variants {
  readonly window: ConsoleWindow;
  /** Below `/console/`. */
  readonly paths: readonly string[];
  readonly folder: string;
}

/** Takes pictures of each page wide and narrow, light and dark, with one load. */
export async function takeVariants({ window, paths, folder }: Variants): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const path of paths) {
    await window.visit(path);
    for (const width of WIDTHS) {
      await window.page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of SCHEMES) {
        await window.page.emulateMedia({ colorScheme });
        await window.settle();
        const name = `${path.replaceAll(/[^a-z0-9]+/gi, '_') || 'root'}.${width}.${colorScheme}.jpg`;
        await window.page.screenshot({ path: join(folder, name), type: 'jpeg', quality: 70, caret: 'hide' });
      }
    }
  }
}
