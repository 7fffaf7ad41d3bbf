import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { projectChoiceQuery } from '../frame/project-choice-query.ts';
import { useProjectLinks } from '../project-links.ts';
import classes from './palette.module.css';
import { pageTargets, projectTargets, type Target } from './targets.ts';
import { useFoundThings } from './use-found-things.ts';

const SHOWN = 12;

/** Opens any page, table, function or project by a few letters of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { go } = useAddress();
  const project = usePathPart('project');
  const links = useProjectLinks(project);
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const projects = useQuery(projectChoiceQuery);
  const found = useFoundThings(project, text);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const targets = [...pageTargets(project, links), ...found, ...projectTargets(projects.data ?? [])]
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, SHOWN);
  const active = Math.min(at, targets.length - 1);

  const choose = (target: Target | undefined): void => {
    if (target === undefined) return;
    onClose();
    go(target.to);
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
        placeholder="A page, table, function or project"
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
            key={target.to}
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
