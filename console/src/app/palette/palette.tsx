import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { shortcuts } from '../../shared/keyboard/shortcuts.ts';
import { projectQuery } from '../../shared/project/project-queries.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { projectChoiceQuery } from '../frame/project-choice-query.ts';
import { takeWaitingKeys } from '../frame/waiting-keys.tsx';
import { useProjectLinks } from '../project-links.ts';
import classes from './palette.module.css';
import { actionTargets, pageTargets, projectTargets, recentTargets, type Target } from './targets.ts';
import { useExactThings } from './use-exact-things.ts';
import { useFoundThings } from './use-found-things.ts';

const SHOWN = 12;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { path, go } = useAddress();
  const project = usePathPart('project');
  const links = useProjectLinks(project);
  const listId = useId();
  const [text, setText] = useState(takeWaitingKeys);
  const [at, setAt] = useState(0);
  const projects = useQuery(projectChoiceQuery);
  const { data: account } = useQuery(accountQuery);
  const table = usePathPart('table');
  const { data: current } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  const found = useFoundThings(project, text);
  const exact = useExactThings({ project, table, text });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const named = [
    ...(words.length === 0 ? recentTargets(path) : []),
    ...pageTargets({ project, links, isOperator: account?.isOperator === true }),
    ...(words.length === 0 ? [] : actionTargets(project, table, current?.role ?? 'viewer')),
    ...found,
    ...projectTargets(projects.data ?? []),
  ].filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const targets = [...exact, ...named].slice(0, SHOWN);
  const active = Math.min(at, targets.length - 1);

  const choose = (target: Target | undefined): void => {
    if (target === undefined) return;
    onClose();
    if (target.to !== path) go(target.to);
    if (target.action !== undefined) shortcuts.request(target.action);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + targets.length) % Math.max(1, targets.length));
    else if (event.key === 'Enter') choose(targets[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump to" onClose={onClose}>
      <TextInput
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets.length > 0 ? `${listId}-${active}` : undefined}
        placeholder="A page, table, user, action, or the id of a row"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
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
            <span>{visibleLine(target.label)}</span>
            <span className="dim">{target.kind}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 && <p className="dim">Nothing has this name.</p>}
    </Dialog>
  );
}
