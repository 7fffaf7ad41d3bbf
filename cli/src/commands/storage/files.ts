import { lstat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { listAll } from '../../api/list-all.ts';
import { path } from '../../api/path.ts';
import { type Command, text } from '../../command/command.ts';
import { CONFIRM } from '../../command/global-options.ts';
import { fileForm } from '../../files/multipart.ts';
import { requireReadable } from '../../files/open-input.ts';
import { isSpecial } from '../../files/write-whole.ts';
import { inputFailure, wrongUse } from '../../outcome/failure.ts';
import { listResult, noteResult, recordResult } from '../../outcome/result.ts';
import { projectApi } from '../project/tables.ts';
import { toFile } from '../rows/export.ts';

const VISIBILITIES = ['public', 'authenticated', 'owner', 'linked', 'private'];
const EXAMPLE_ID = '0199c0de-0000-7000-8000-000000000000';
const UNITS_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

interface StoredFile extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
}

const list: Command = {
  name: 'files list',
  summary: 'List the files of the project',
  options: [
    { flags: '--prefix <path>', text: 'only files whose paths begin so' },
    { flags: '--filter <filter>', text: 'only files that match, as in the API' },
    { flags: '--order <order>', text: 'such as created_at:desc' },
  ],
  examples: ['files list --prefix albums/', 'files list --filter size:gt:1000000 --order size:desc'],
  async run(context, _args, flags) {
    const { api, base } = await projectApi(context);
    const query = { prefix: text(flags, 'prefix'), filter: text(flags, 'filter'), order: text(flags, 'order') };
    const columns = ['id', 'path', 'size', 'mime_type', 'visibility', 'created_at'];
    return listResult(await listAll(api, `${base}/storage/files`, query), columns);
  },
};

const show: Command = {
  name: 'files show',
  args: ['<id>'],
  summary: 'Show what is known of a file',
  examples: [`files show ${EXAMPLE_ID}`],
  async run(context, [id = '']) {
    const { api, base } = await projectApi(context);
    return recordResult((await api.get<object>(`${base}${path`/storage/files/${id}`}`)).data);
  },
};

const upload: Command = {
  name: 'files upload',
  args: ['<files...>'],
  summary: 'Upload files, one after the other',
  more: 'Files that were uploaded stay when a later one is refused.',
  options: [
    { flags: '--path <path>', text: 'where it stands in the project; a folder for all of them when it ends with /' },
    { flags: '--visibility <level>', text: 'who may see it; private when not said', choices: VISIBILITIES },
  ],
  examples: ['files upload photo.png --path albums/ --visibility public', 'files upload a.csv b.csv'],
  async run(context, places, flags) {
    const [target, visibility] = [text(flags, 'path'), text(flags, 'visibility')];
    if (places.length > 1 && target !== undefined && !target.endsWith('/')) {
      throw wrongUse('--path names one file: end it with / to upload several files into a folder.');
    }
    const files = places.map((place) => resolve(context.cwd, place));
    for (const file of files) await requireFile(file);
    const { api, base } = await projectApi(context);
    const uploaded: StoredFile[] = [];
    for (const place of files) {
      const fields = {
        ...(target !== undefined && { path: target }),
        ...(visibility !== undefined && { visibility }),
      };
      const { data } = await api.call<StoredFile>(`${base}/storage/upload`, {
        method: 'POST',
        body: fileForm({ place, fields, name: basename(place) }),
      });
      uploaded.push(data);
    }
    return listResult({ data: uploaded }, ['id', 'path', 'size', 'mime_type', 'visibility']);
  },
};

async function requireFile(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    throw inputFailure(file, error);
  });
  if (!found.isFile()) throw wrongUse(`${file} is no plain file.`);
  await requireReadable(file, file);
}

const download: Command = {
  name: 'files download',
  args: ['<id>'],
  summary: 'Download a file to standard output or to a file',
  more: 'A file is there whole or not at all: when the server goes away in between the exit status is 7.',
  options: [{ flags: '--out <file>', text: 'a file instead of standard output' }],
  examples: [`files download ${EXAMPLE_ID} --out photo.png`, `files download ${EXAMPLE_ID} | sha256sum`],
  async run(context, [id = ''], flags) {
    const out = text(flags, 'out');
    if (out === undefined && context.options.json === true) throw wrongUse('With --json the bytes go to --out.');
    const file = out === undefined ? undefined : resolve(context.cwd, out);
    if (file !== undefined && (await isSpecial(file))) {
      throw wrongUse(`${file} is no file: leave --out away and use standard output.`);
    }
    const { api, base } = await projectApi(context);
    const { body } = await api.download(`${base}${path`/storage/files/${id}/download`}`, {
      headers: { accept: '*/*' },
    });
    if (file !== undefined) return toFile(context, body, file);
    // Bytes of a file are not text: a terminal gets them with control characters escaped, a pipe as they are.
    for await (const bytes of body) await context.output.writeText(bytes);
    return { data: null, shown: { as: 'nothing' } };
  },
};

const sign: Command = {
  name: 'files sign',
  args: ['<id>'],
  summary: 'Make a link that opens the download of a file to anybody for a while',
  options: [{ flags: '--expires <duration>', text: 'how long it is good: such as 10m, 2h, 7d; 1h when not said' }],
  examples: [`files sign ${EXAMPLE_ID} --expires 7d`],
  async run(context, [id = ''], flags) {
    const duration = text(flags, 'expires') ?? '1h';
    const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(duration) ?? [];
    if (amount === undefined) throw wrongUse(`"${duration}" is no duration: use one such as 10m, 2h, 7d.`);
    const { api, base } = await projectApi(context);
    const { data } = await api.call<object>(`${base}${path`/storage/files/${id}/sign`}`, {
      method: 'POST',
      json: { expires_in: Number(amount) * (UNITS_S[unit] ?? 0) },
    });
    return recordResult(data);
  },
};

const remove: Command = {
  name: 'files delete',
  args: ['<id>'],
  summary: 'Delete a file',
  options: [CONFIRM],
  examples: [`files delete ${EXAMPLE_ID} --confirm my-shop`],
  async run(context, [id = '']) {
    const { api, base, project } = await projectApi(context);
    await context.confirmLoss(`The file ${id} will be gone.`, project);
    const { data } = await api.call<StoredFile>(`${base}${path`/storage/files/${id}`}`, { method: 'DELETE' });
    return noteResult(data, `Deleted ${data.name}.`);
  },
};

export const fileCommands: readonly Command[] = [list, show, upload, download, sign, remove];
