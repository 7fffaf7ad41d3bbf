import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import { shortcuts } from '../../shared/keyboard/shortcuts.ts';
import { projectQuery } from '../../shared/project/project-queries.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { PaletteChoices } from '../frame/palette-state.ts';
import { projectChoiceQuery } from '../frame/project-choice-query.ts';
import { useProjectLinks } from '../project-links.ts';
import { findNamed } from './find-named.ts';
import classes from './palette.module.css';
import { actionTargets, pageTargets, projectTargets, recentTargets, type Target, tableTargets } from './targets.ts';
import { useExactMatches } from './use-exact-matches.ts';
import { useFoundThings } from './use-found-things.ts';

const SHOWN = 12;

interface PaletteResultsProps {
  readonly text: string;
  readonly active: number;
  readonly listId: string;
  readonly onClose: () => void;
  readonly onChoices: (choices: PaletteChoices) => void;
}

export function PaletteResults({ text, active, listId, onClose, onChoices }: PaletteResultsProps) {
  const { path, go } = useAddress();
  const { targets, isComplete } = useTargets(path, text);
  const choose = (target: Target | undefined): void => {
    if (target === undefined) return;
    onClose();
    if (target.to !== path) go(target.to);
    if (target.action !== undefined) shortcuts.request(target.action);
  };
  // Runs after every render, because the field chooses among the targets that are shown.
  useLayoutEffect(() => onChoices({ count: targets.length, isComplete, choose: (at) => choose(targets[at]) }));
  return (
    <>
      <div role="listbox" id={listId} aria-label="Results" className={classes.results}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are those of its field.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          <div
            key={`${target.kind} ${target.label} ${target.to}`}
            role="option"
            id={`${listId}-${index}`}
            aria-selected={index === active}
            className={classes.result}
            onClick={() => choose(target)}
          >
            <span>
              {visibleLine(target.label)}
              <Note text={target.alias ?? target.detail} />
            </span>
            <span className="dim">{target.kind}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className="dim">Nothing has this name.</p>}
    </>
  );
}

function Note({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <span className="dim"> · {visibleLine(text)}</span>;
}

interface Targets {
  readonly targets: readonly Target[];
  /** Whether the project's own things have been searched for this text. */
  readonly isComplete: boolean;
}

function useTargets(path: string, text: string): Targets {
  const project = usePathPart('project');
  const table = usePathPart('table');
  const links = useProjectLinks(project);
  const { data: projects = [], isLoading } = useQuery(projectChoiceQuery);
  const { data: account } = useQuery(accountQuery);
  const { data: current } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  const found = useFoundThings(project, text);
  const exact = useExactMatches({ project, table, text });
  const isTyped = text.trim() !== '';
  const named = [
    ...(isTyped ? [] : recentTargets(path)),
    ...(isTyped ? tableTargets(project, table) : []),
    ...pageTargets({ project, links, isOperator: account?.isOperator === true }),
    ...(isTyped ? actionTargets(project, table, current?.role ?? 'viewer') : []),
    ...found.targets,
    ...projectTargets(projects),
  ];
  return {
    targets: findNamed(named, text, exact).slice(0, SHOWN),
    isComplete: found.isComplete && !isLoading,
  };
}
