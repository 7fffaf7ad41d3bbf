import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { Region } from '../../shared/page/region.tsx';
import { Tabs } from '../../shared/page/tabs.tsx';
import { type CurrentProject, useProject } from '../../shared/project/project-context.tsx';
import { CopyBlock } from '../../shared/text/copy-block.tsx';
import classes from './overview.module.css';

const WAYS = ['Environment', 'Vite', 'curl'] as const;
type ConnectTab = (typeof WAYS)[number];

export function Connect() {
  const project = useProject();
  return (
    <Region title="Connect">
      <div className={classes.connect}>
        <CopyField label="Project id" value={project.id} />
        <CopyField label="Public key" value={project.publicKey} />
        <div>
          <Tabs name="Ways to connect" tabs={WAYS}>
            {(way) => <CopyBlock label={way} text={textFor(way, project)} />}
          </Tabs>
        </div>
      </div>
    </Region>
  );
}

function textFor(way: ConnectTab, { id, publicKey, baseUrl }: CurrentProject): string {
  const url = new URL(baseUrl).origin;
  if (way === 'Environment') return `SERVICE_URL=${url}\nSERVICE_PROJECT_ID=${id}\nSERVICE_PUBLIC_KEY=${publicKey}`;
  if (way === 'Vite') {
    return `VITE_SERVICE_URL=${url}\nVITE_SERVICE_PROJECT_ID=${id}\nVITE_SERVICE_PUBLIC_KEY=${publicKey}`;
  }
  return `curl '${baseUrl}/auth/config' \\\n  -H 'Authorization: Bearer ${publicKey}'`;
}
