import { useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { sendFile } from '../../shared/api/send-file.ts';
import { formatBytes, plural } from '../../shared/text/formats.ts';

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Fraction that is done, 0 to 1. */
  readonly progress: number;
  readonly error?: unknown;
}

export interface Uploads {
  readonly list: readonly Upload[];
  start(files: readonly File[], folder: string): Promise<void>;
  dismiss(key: number): void;
}

export interface FileRoom {
  readonly files: number;
  readonly files_max: number;
  readonly file_bytes_max: number;
  readonly bytes: number;
  readonly bytes_max: number;
}

export function refusalOf({ size }: Pick<File, 'size'>, room: FileRoom | undefined): ApiFailure | undefined {
  if (room === undefined) return undefined;
  if (size > room.file_bytes_max) {
    const error = `The file has ${formatBytes(size)}. A file may have at most ${formatBytes(room.file_bytes_max)}.`;
    return new ApiFailure(413, { error, code: 'file_too_large' });
  }
  if (room.files >= room.files_max) {
    const error = `The project holds ${plural(room.files, 'file')}, which is all it may hold. Delete files first.`;
    return new ApiFailure(507, { error, code: 'storage_full' });
  }
  if (room.bytes + size <= room.bytes_max) return undefined;
  const left = formatBytes(Math.max(0, room.bytes_max - room.bytes));
  const error = `The file has ${formatBytes(size)}, and the project has room for ${left} more. Delete files first.`;
  return new ApiFailure(507, { error, code: 'storage_full' });
}

const PARALLEL = 3;
let lastKey = 0;

export function useUploads(project: string, room: FileRoom | undefined, onDone: () => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const change = (key: number, values: Partial<Upload>): void =>
    setList((known) => known.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)));
  const dismiss = (key: number): void => setList((known) => known.filter((upload) => upload.key !== key));

  const send = async (file: File, folder: string): Promise<void> => {
    lastKey += 1;
    const key = lastKey;
    const refusal = refusalOf(file, room);
    setList((known) => [...known, { key, name: file.name, progress: 0, error: refusal }]);
    if (refusal !== undefined) return;
    try {
      const body = new FormData();
      if (folder !== '') body.set('path', folder);
      body.set('file', file);
      const address = `/api/cloud/projects/${project}/storage/upload`;
      await sendFile({ address, body }, (progress) => change(key, { progress }));
      dismiss(key);
      onDone();
    } catch (error) {
      change(key, { error });
    }
  };

  return {
    list,
    dismiss,
    async start(files, folder) {
      const waiting = [...files];
      const worker = async (): Promise<void> => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await send(file, folder);
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
    },
  };
}
