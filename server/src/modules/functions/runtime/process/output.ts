import type { Readable } from 'node:stream';
import type { TurnBudget } from '../turns/turn-budget.ts';
import { LINE_MARK } from '../wire/protocol.ts';

export interface OutputListener {
  onRunLine(token: string, level: string, messageJson: string): void;
  onPing(id: string): void;
}

/** A JSON line is at most six times as long as its text; the shim never writes longer lines. */
const LINE_CHARACTERS_MAX = 65_536;
const RUN_LINE = /^([\w-]{1,64}) (\w{4,5}) (.*)$/;

export function listenToOutput(output: Readable, budget: TurnBudget, listener: OutputListener): void {
  let rest = '';
  readWithin(budget, output, (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) rest = '';
    for (const line of lines) if (line.startsWith(LINE_MARK)) handleLine(line.slice(LINE_MARK.length), listener);
  });
}

function handleLine(line: string, listener: OutputListener): void {
  if (line.startsWith('ping ')) listener.onPing(line.slice('ping '.length));
  const [, token, level, messageJson] = RUN_LINE.exec(line) ?? [];
  if (token !== undefined && level !== undefined && messageJson !== undefined)
    listener.onRunLine(token, level, messageJson);
}

/** Reads text, and pauses while the process has used more than its share of the service's thread. */
function readWithin(budget: TurnBudget, output: Readable, onText: (text: string) => void): void {
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    budget.measure(() => onText(text));
    const restMs = budget.restMs();
    if (restMs === 0) return;
    output.pause();
    setTimeout(() => output.resume(), restMs);
  });
}

export interface OutputTail {
  text(): string;
}

const TAIL_CHARACTERS = 16_384;

export function keepTail(output: Readable, budget: TurnBudget): OutputTail {
  let text = '';
  readWithin(budget, output, (more) => {
    text = (text + more).slice(-TAIL_CHARACTERS);
  });
  return { text: () => text };
}
