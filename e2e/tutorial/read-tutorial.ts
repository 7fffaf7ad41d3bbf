/** One thing that a reader does, in the order of the page. */
export type Step =
  /** Saves a file. */
  | { readonly kind: 'save'; readonly name: string; readonly text: string }
  /** Adds members to an object in a JSON file. */
  | { readonly kind: 'add'; readonly name: string; readonly to: string; readonly text: string }
  /** Runs commands in the terminal with this number, and compares their output when the page shows it. */
  | { readonly kind: 'run'; readonly terminal: number; readonly commands: string; readonly output: readonly string[] }
  /** Reads a paragraph that names buttons, fields and pages in bold. */
  | { readonly kind: 'visit'; readonly labels: readonly string[]; readonly prose: string };

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;
const SAVE = /(?:^|\n)Save as `([^`]+)`:\n*$/;
const ADD = /Add to `([^`]+)` in `([^`]+)`:\n*$/;
const TERMINAL = /(?:^|\n\n)Terminal (\d)[,:]/g;
/** Where a reader works unless the page names another terminal. */
const MAIN_TERMINAL = 2;

/** Reads the steps of a tutorial. Throws for a block of code that is no step, because no test would follow it. */
export function readTutorial(page: string): readonly Step[] {
  const steps: Step[] = [];
  let end = 0;
  for (const block of page.matchAll(FENCE)) {
    const [whole, language = '', text = ''] = block;
    const prose = page.slice(end, block.index);
    end = block.index + whole.length;
    steps.push(...visitsIn(prose));
    if (language === 'text') showOutput(steps, text);
    else steps.push(stepOf(language, text, prose));
  }
  return [...steps, ...visitsIn(page.slice(end))];
}

function stepOf(language: string, text: string, prose: string): Step {
  if (language === 'sh') {
    const named = [...prose.matchAll(TERMINAL)].at(-1)?.[1];
    return { kind: 'run', terminal: Number(named ?? MAIN_TERMINAL), commands: text, output: [] };
  }
  const [, saved] = SAVE.exec(prose) ?? [];
  if (saved !== undefined) return { kind: 'save', name: saved, text };
  const [, to, name] = ADD.exec(prose) ?? [];
  if (to !== undefined && name !== undefined) return { kind: 'add', name, to, text };
  throw new Error(`The page does not say what to do with this block:\n${text}`);
}

function showOutput(steps: Step[], text: string): void {
  const before = steps.pop();
  if (before?.kind !== 'run') throw new Error(`This output follows no command:\n${text}`);
  steps.push({ ...before, output: text.trimEnd().split('\n') });
}

function visitsIn(prose: string): Step[] {
  return prose.split(/\n{2,}/).flatMap((paragraph) => {
    const labels = [...paragraph.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
    return labels.length === 0 ? [] : [{ kind: 'visit', labels, prose: paragraph } as const];
  });
}

/** Whether a line of output is as the page shows it, where … stands for any text. */
export function isShownAs(line: string, shown: string): boolean {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(line.trimEnd());
}
