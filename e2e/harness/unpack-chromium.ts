import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@sparticuz/chromium';

/**
 * The program of the browser from npm. Its package unpacks into the temporary folder and uses any file that is
 * already there. Here every version has its own folder, which appears in one step, so that parallel runs do not
 * disturb each other.
 */
export async function unpackChromium(): Promise<string> {
  const folder = join(tmpdir(), `service-browser-${await readVersion()}`);
  if (!existsSync(folder)) await unpackInto(folder);
  process.env['FONTCONFIG_PATH'] = join(folder, 'fonts');
  return join(folder, 'chromium');
}

async function readVersion(): Promise<string> {
  const manifest = new URL('../../package.json', import.meta.resolve(PACKAGE));
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
  return version;
}

async function unpackInto(folder: string): Promise<void> {
  const own = await mkdtemp(`${folder}-`);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = own;
  try {
    // Loaded only now, because the import reads the path of the temporary folder.
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await writeFile(join(own, 'fonts/fonts.conf'), fontsConf(folder));
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/**
 * The package's own font configuration names the temporary folder. Without fonts, text has no height and counts as
 * hidden.
 */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
