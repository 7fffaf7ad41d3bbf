import { Radio, TextInput } from '@mantine/core';
import { useProject } from '../../../shared/project/project-context.tsx';
import { formatZonedTime } from '../../../shared/text/formats.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import classes from './backup.module.css';

interface MomentTargetProps {
  readonly newId: string | undefined;
  readonly onChange: (newId: string | undefined) => void;
}

/** A new project is the default, because it changes nothing in this one. */
export function MomentTarget({ newId, onChange }: MomentTargetProps) {
  const { id } = useProject();
  return (
    <>
      <Radio.Group
        label="Restore into"
        value={newId === undefined ? 'here' : 'aside'}
        onChange={(chosen) => onChange(chosen === 'here' ? undefined : `${id}-restored`)}
      >
        <div className={classes.choices}>
          <Radio value="aside" label="A new project" description="This project stays as it is." />
          <Radio value="here" label="This project" description="Everything in it is replaced." />
        </div>
      </Radio.Group>
      {newId !== undefined && (
        <TextInput
          label="Id of the new project"
          autoComplete="off"
          spellCheck={false}
          value={newId}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      )}
    </>
  );
}

export function confirmationText(projectName: string, newId: string | undefined, at: string): string {
  const [name, time] = [`“${visibleLine(projectName)}”`, formatZonedTime(at)];
  if (newId !== undefined) {
    return `The new project ${visibleLine(newId)} gets everything that ${name} had at ${time}. ${name} stays as it is.`;
  }
  return `Everything in ${name} is replaced by what it had at ${time}: tables, users, files, functions, messages and settings. Earlier moments stay in the archive, so restoring one of them undoes this.`;
}
