import { useState } from 'react';
import { ApiFailure, connectionFailure } from '../../shared/api/api-failure.ts';
import { sessionGate } from '../../shared/api/session-gate.ts';

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly error?: unknown;
}

export interface Uploads {
  readonly list: readonly Upload[];
  start(files: readonly File[], folder: string): Promise<void>;
  dismiss(key: number): void;
}

let lastKey = 0;

/** Files on their way in, a few at a time, each with its progress. */
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
      await uploadInSession({ project, file, folder }, (progress) => change(key, { progress }));
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

const PARALLEL = 3;

interface UploadAsked {
  readonly project: string;
  readonly file: File;
  readonly folder: string;
}

/** A session that has ended is only a pause: the file is sent again after signing in. */
async function uploadInSession(asked: UploadAsked, onProgress: (part: number) => void): Promise<void> {
  try {
    await uploadFile(asked, onProgress);
  } catch (error) {
    const isSessionOver = error instanceof ApiFailure && error.status === 401;
    if (!isSessionOver || !(await sessionGate.wait())) throw error;
    await uploadInSession(asked, onProgress);
  }
}

/** `fetch` does not tell how much of a body has left; the older interface does. */
function uploadFile({ project, file, folder }: UploadAsked, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/cloud/projects/${project}/storage/upload`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(connectionFailure());
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ApiFailure(request.status, request.response ?? {}));
    };
    const form = new FormData();
    if (folder !== '') form.set('path', folder);
    form.set('file', file);
    request.send(form);
  });
}
