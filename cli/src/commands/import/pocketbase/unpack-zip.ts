import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { failed, fileFailure, systemCode } from '../../../outcome/failure.ts';

/** Entries of a backup that an import reads. The pattern and the check for `..` keep names inside the folder. */
const WANTED = /^(?:data\.db(?:-wal)?|storage\/[A-Za-z0-9_]+\/[A-Za-z0-9_]+\/[^/\\\0]+)$/;

export async function unpackZip(path: string, folder: string): Promise<string> {
  try {
    // Names stay bytes: decoding them would refuse the whole file for the name of an entry that is skipped.
    const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString('utf8');
      const isStep = name.endsWith('/..') || name.endsWith('/.');
      if (WANTED.test(name) && !isStep) await unpack(zip, entry, join(folder, name));
    }
    return folder;
  } catch (error) {
    const known = fileFailure(path, error);
    const isOfMachine = known !== error || /^E[A-Z]+$/.test(systemCode(error) ?? '');
    throw isOfMachine ? known : failed('The backup is damaged, or no ZIP file.', 'unreadable');
  }
}

/** Fails, before more is written, when an entry unpacks to another size than its header has. */
async function unpack(zip: ZipFile, entry: Entry, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(place, { flags: 'wx' })).catch((error) => {
    throw fileFailure(place, error);
  });
}
