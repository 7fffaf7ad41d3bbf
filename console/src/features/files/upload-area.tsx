import { Button, CloseButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './files.module.css';
import type { Uploads } from './uploads.ts';

interface UploadAreaProps {
  readonly folder: string;
  readonly uploads: Uploads;
}

export function UploadArea({ folder, uploads }: UploadAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    if (files !== null) void uploads.start([...files], folder);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="Drop files here"
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Button onClick={() => input.current?.click()}>Upload files</Button>
      <span className="dim">
        <span className={classes.byMouse}>or drop them here{folder !== '' && ', '}</span>
        {folder !== '' && `into ${visibleLine(folder)}`}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {uploads.list.map(({ key, name, progress, error }) => (
        <div key={key} className={classes.upload}>
          {error === undefined ? (
            <>
              <span>{visibleLine(name)}</span>
              <progress aria-label={`Uploading ${name}`} max={1} value={progress} />
            </>
          ) : (
            <>
              <span>{visibleLine(name)} was not uploaded.</span>
              <FailureAlert error={error} />
              <CloseButton aria-label={`Dismiss ${name}`} onClick={() => uploads.dismiss(key)} />
            </>
          )}
        </div>
      ))}
    </section>
  );
}
