import { promptSignIn, useAuth } from '@service/auth';
import { fileUrl, useFileMutation, useFiles, useUpload } from '@service/data';
import type { ChangeEvent } from 'react';
import { Problem } from './problem.tsx';

export function PhotosPage() {
  const { signedIn } = useAuth();
  const { data, loading, error } = useFiles({ prefix: 'photos/', order: 'created_at:desc' });
  const {
    upload,
    isPending,
    progress,
    error: failure,
    cancel,
  } = useUpload({
    accept: 'image/*',
    path: 'photos/',
    visibility: 'owner',
    maxBytes: 10_485_760,
  });
  const { remove } = useFileMutation();

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = Array.from(input.files ?? []);
    input.value = '';
    if (files.length === 0 || !(signedIn || (await promptSignIn()))) return;
    await upload(files).catch(() => undefined);
  }

  return (
    <section aria-labelledby="photos-title">
      <div className="title">
        <h1 id="photos-title">Photos</h1>
        <label className="button">
          Add photos
          <input type="file" accept="image/*" multiple onChange={(event) => void choose(event)} disabled={isPending} />
        </label>
      </div>
      {isPending && (
        <div className="row" role="status">
          <progress value={progress} aria-label="Upload" />
          <span>{Math.round(progress * 100)} %</span>
          <button type="button" className="plain" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      <Problem error={error ?? failure} />
      {loading && <p className="quiet">Loading …</p>}
      {data?.length === 0 && <p className="empty">Photos that you add are seen by you alone.</p>}
      <ul className="photos" aria-label="Photos">
        {data?.map((file) => (
          <li key={file.id}>
            <img
              src={fileUrl(file, { width: 320, height: 240, fit: 'cover', format: 'webp' })}
              alt={file.name}
              width={320}
              height={240}
            />
            <div className="caption">
              <a href={fileUrl(file, { download: true })}>{file.name}</a>
              <button
                type="button"
                className="icon"
                aria-label={`Remove ${file.name}`}
                onClick={() => void remove(file.id)}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
