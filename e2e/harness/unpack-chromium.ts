import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@sparticuz/chromium';

/**
 * The program of the browser that comes through npm. Its package unpacks into the temporary folder itself and takes whatever
 * lies there for its own; here every version has a folder, which appears whole, so that runs side by side do not meet.
 */
export async function unpackChromium(): Promise<string> {
  const folder = join(tmpdir(), `service-chromium-${await readVersion()}`);
  if (!existsSync(folder)) await unpackInto(folder);
  await useFonts(folder);
  return join(folder, 'chromium');
}

/** The package's own list of font folders knows only /tmp/fonts, and a browser without any font ends at the first field of a form. */
async function useFonts(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf');
  const own = await mkdtemp(`${folder}-`);
  await writeFile(
    join(own, 'fonts.conf'),
    `<fontconfig><dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
  );
  await rename(join(own, 'fonts.conf'), file);
  await rm(own, { recursive: true });
  process.env['FONTCONFIG_FILE'] = file;
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
    // Loaded only now, because it asks for the temporary folder at once.
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
