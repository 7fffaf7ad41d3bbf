import { Button } from '@mantine/core';
import { notify } from '../feedback/notices.ts';
import { Tabs } from '../page/tabs.tsx';
import { JsonTree } from './json-tree.tsx';
import { PlainText } from './plain-text.tsx';
import classes from './text.module.css';

const WAYS = ['Formatted', 'As sent'] as const;

interface BodyTextProps {
  readonly name: string;
  readonly text: string;
  readonly curl?: string;
}

export function BodyText({ name, text, curl }: BodyTextProps) {
  const json = readJson(text);
  const copy = async (what: string, value: string): Promise<void> => {
    await navigator.clipboard.writeText(value);
    notify(`${what} copied.`);
  };
  return (
    <>
      <div className={classes.tools}>
        <Button variant="default" size="compact-sm" aria-label={`Copy ${name}`} onClick={() => void copy(name, text)}>
          Copy
        </Button>
        {curl !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => void copy('The call', curl)}>
            Copy as curl
          </Button>
        )}
      </div>
      {json === undefined ? (
        <PlainText text={text} isCapped />
      ) : (
        <Tabs name={name} tabs={WAYS}>
          {(way) => (way === 'Formatted' ? <JsonTree value={json} /> : <PlainText text={text} isCapped />)}
        </Tabs>
      )}
    </>
  );
}

function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
