import type { Position } from '../../shared/code/code-position.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './functions.module.css';

export interface SourceProblem extends Position {
  readonly file: string;
  readonly message: string;
}

interface SourceProblemsProps {
  readonly problems: readonly SourceProblem[];
  readonly onOpen: (problem: SourceProblem) => void;
}

const TEXT_MAX = 500;

export function SourceProblems({ problems, onOpen }: SourceProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems" className={classes.problems}>
      {problems.map((problem) => (
        <li key={problemText(problem)}>
          <button type="button" onClick={() => onOpen(problem)}>
            {visibleLine(problemText(problem), TEXT_MAX)}
          </button>
        </li>
      ))}
    </ul>
  );
}

function problemText({ file, line, column, message }: SourceProblem): string {
  return `${file}:${line}:${column} ${message}`;
}
