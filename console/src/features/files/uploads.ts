import { useState } from 'react';
import { sendFile } from '../../shared/api/send-file.ts';

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

const PARALLEL = 3;
let lastKey = 0;

/** Running uploads, a few at a time, each with its progress. */
export function useUploads(project: string, onDone: () => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const change = (key: number, values: Partial<Upload>): void =>
    setList((known) => known.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)));
  const dismiss = (key: number): void => setList((known) => known.filter((upload) => upload.key !== key));

  const send = async (file: File, folder: string): Promise<void> => {
    lastKey += 1;
    const key = lastKey;
    setList((known) => [...known, { key, name: file.name, progress: 0 }]);
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
