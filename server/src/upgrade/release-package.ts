import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { UpgradeRefusal } from './upgrade-refusal.ts';

const MANIFEST = 'package/package.json';
const MANIFEST_BYTES_MAX = 64 * 1024;

/** Returns the version of a release that was made by `npm run release`. Compares its hash with the SHA256SUMS beside it. */
export async function readPackage(path: string): Promise<string> {
  const [sum, wanted] = await Promise.all([hashOf(path), listedHash(path)]);
  if (wanted !== undefined && sum !== wanted)
    throw new UpgradeRefusal(`${path} is damaged: SHA256SUMS has another hash.`);
  const { name, version } = await readManifest(path);
  if (name !== 'service' || typeof version !== 'string')
    throw new UpgradeRefusal(`${path} is not a release of the service.`);
  return version;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  } catch (error) {
    throw new UpgradeRefusal(`${path} cannot be read.`, { cause: error });
  }
  return hash.digest('hex');
}

async function listedHash(path: string): Promise<string | undefined> {
  const text = await readFile(join(dirname(path), 'SHA256SUMS'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.split(/\s+/));
  return lines.find(([, name]) => name === basename(path))?.[0];
}

async function readManifest(path: string): Promise<{ readonly name?: unknown; readonly version?: unknown }> {
  let text = '';
  const entries = extract();
  entries.on('entry', ({ name }, content, next) => {
    content.on('data', (piece: unknown) => {
      if (name === MANIFEST && text.length < MANIFEST_BYTES_MAX) text += String(piece);
    });
    content.on('end', next);
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), entries);
    return Object(JSON.parse(text)) as { name?: unknown; version?: unknown };
  } catch (error) {
    throw new UpgradeRefusal(`${path} is not a release of the service.`, { cause: error });
  }
}
