import { useId } from 'react';
import classes from './forms.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly accept?: string;
  readonly onChange: (file: File | undefined) => void;
}

export function FileField({ label, accept, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div className={classes.file}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="file" accept={accept} onChange={(event) => onChange(event.currentTarget.files?.[0])} />
    </div>
  );
}
