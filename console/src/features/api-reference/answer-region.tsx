import { Button } from '@mantine/core';
import { downloadBlob } from '../../shared/api/download.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { Region } from '../../shared/page/region.tsx';
import { formatBytes, formatMs } from '../../shared/text/formats.ts';
import { PlainText } from '../../shared/text/plain-text.tsx';
import type { CallAnswer } from './send-call.ts';

const SHOWN_MAX = 100_000;

export function AnswerRegion({ answer, name }: { readonly answer: CallAnswer; readonly name: string }) {
  const { status, durationMs, headers, type, content, text } = answer;
  return (
    <Region
      title="Answer"
      actions={
        content.size > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => downloadBlob(name, content)}>
            Save answer
          </Button>
        )
      }
    >
      <p>
        <StateBadge state={String(status)} look={status < 400 ? 'good' : status < 500 ? 'warning' : 'bad'} />{' '}
        <span className="dim">
          {formatMs(durationMs)} · {formatBytes(content.size)}
          {type !== '' && ` · ${type}`}
        </span>
      </p>
      {text !== undefined && text !== '' && <PlainText text={readable(text, type)} />}
      <details>
        <summary>Headers</summary>
        <PlainText text={headers.map(([header, value]) => `${header}: ${value}`).join('\n')} />
      </details>
    </Region>
  );
}

function readable(text: string, type: string): string {
  const lines = /json/.test(type) && !/ndjson/.test(type) ? laidOut(text) : text;
  return lines.length > SHOWN_MAX ? `${lines.slice(0, SHOWN_MAX)}…` : lines;
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
