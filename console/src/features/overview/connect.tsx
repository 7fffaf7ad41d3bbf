import { type KeyboardEvent, useId, useState } from 'react';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { Region } from '../../shared/page/region.tsx';
import { type CurrentProject, useProject } from '../../shared/project/project-context.tsx';
import { CopyBlock } from '../../shared/text/copy-block.tsx';
import classes from './overview.module.css';

const WAYS = ['Environment', 'Vite', 'curl'] as const;
type Way = (typeof WAYS)[number];

/** The few lines with which an app begins to use the project. */
export function Connect() {
  const project = useProject();
  const [way, setWay] = useState<Way>('Environment');
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = WAYS[(WAYS.indexOf(way) + step + WAYS.length) % WAYS.length] ?? way;
    setWay(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <Region title="Connect">
      <div className={classes.connect}>
        <CopyField label="Project id" value={project.id} />
        <CopyField label="Public key" value={project.publicKey} />
        <div role="tablist" aria-label="Ways to connect" className={classes.tabs} onKeyDown={onKeyDown}>
          {WAYS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              aria-selected={one === way}
              aria-controls={`${id}-panel`}
              tabIndex={one === way ? 0 : -1}
              onClick={() => setWay(one)}
            >
              {one}
            </button>
          ))}
        </div>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${way}`}>
          <CopyBlock label={way} text={textFor(way, project)} />
        </div>
      </div>
    </Region>
  );
}

function textFor(way: Way, { id, publicKey, baseUrl }: CurrentProject): string {
  const url = new URL(baseUrl).origin;
  if (way === 'Environment') return `SERVICE_URL=${url}\nSERVICE_PROJECT_ID=${id}\nSERVICE_PUBLIC_KEY=${publicKey}`;
  if (way === 'Vite') {
    return `VITE_SERVICE_URL=${url}\nVITE_SERVICE_PROJECT_ID=${id}\nVITE_SERVICE_PUBLIC_KEY=${publicKey}`;
  }
  return `curl '${baseUrl}/auth/config' \\\n  -H 'Authorization: Bearer ${publicKey}'`;
}
