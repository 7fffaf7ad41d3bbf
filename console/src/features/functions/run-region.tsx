import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChanged } from '../../shared/api/use-changes.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { parseJson } from '../../shared/forms/parse-json.ts';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatMs } from '../../shared/text/formats.ts';
import { PlainText } from '../../shared/text/plain-text.tsx';
import { type FunctionInfo, type Run, runFunction } from './function-queries.ts';
import classes from './functions.module.css';
import { RunLog } from './run-log.tsx';
import { useSavedPayloads } from './use-saved-payloads.ts';

interface RunRegionProps {
  readonly info: FunctionInfo;
  readonly request: number;
}

export function RunRegion({ info, request }: RunRegionProps) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const saved = useSavedPayloads(`${project.id}/${info.name}`);
  const [payload, setPayload] = useState(saved.list[0] ?? '{}');
  const [run, setRun] = useState<Run>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);

  const start = async (): Promise<void> => {
    if (isBusy || !isEditor) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const text = payload.trim();
      setRun(await runFunction(project.id, info.name, text === '' ? {} : { payload: parseJson('payload', text) }));
      await changed(project.id, 'functions', 'runs');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  const startByKey = useEffectEvent(() => void start());
  useEffect(() => {
    if (request > 0) startByKey();
  }, [request]);

  if (!isEditor) return null;
  return (
    <div className={classes.run}>
      <Region title="Run">
        <Textarea
          label="Payload"
          rows={6}
          value={payload}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          onChange={(event) => setPayload(event.currentTarget.value)}
        />
        <div className={classes.tools}>
          <Button loading={isBusy} onClick={() => void start()}>
            Run function
          </Button>
          <Button variant="default" onClick={() => saved.keep(payload)}>
            Save payload
          </Button>
        </div>
        {saved.list.length > 0 && (
          <NativeSelect
            label="Saved payloads"
            value={saved.list.includes(payload) ? payload : ''}
            data={[
              { value: '', label: 'Choose one' },
              ...saved.list.map((value) => ({ value, label: value.replace(/\s+/g, ' ').slice(0, 60) })),
            ]}
            onChange={(event) => event.currentTarget.value !== '' && setPayload(event.currentTarget.value)}
          />
        )}
        {error !== undefined && <FailureAlert error={error} />}
      </Region>
      {run !== undefined && (
        <>
          <Region title="Result">
            <p role="status">
              <StateBadge state={run.status} />{' '}
              {run.duration_ms !== null && <span className="dim">{formatMs(run.duration_ms)}</span>}
            </p>
            <PlainText
              text={run.error ?? (run.result === undefined ? 'nothing' : JSON.stringify(run.result, null, 2))}
              isCapped
            />
          </Region>
          <RunLog run={run} />
        </>
      )}
    </div>
  );
}
