import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { answerOf, api } from '../../../shared/api/client.ts';
import { ifMatch } from '../../../shared/api/if-match.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { type DialogSlot, useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { Field } from '../../../shared/forms/field.tsx';
import type { FieldSpec } from '../../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../../shared/forms/settings-form.tsx';
import type { Form } from '../../../shared/forms/use-form.ts';
import { useMay, useProject } from '../../../shared/project/project-context.tsx';
import { visibleText } from '../../../shared/text/visible-text.ts';
import { RULE_ACTIONS, type RuleAction, type Rules } from '../column-types.ts';
import { PRESETS } from '../presets.ts';
import type { TableInfo } from '../table-types.ts';
import { ConditionList } from './condition-list.tsx';
import { type Advice, IndexAdvice } from './index-advice.tsx';
import { PatternDialog } from './pattern-dialog.tsx';
import { LEVELS, presetOf, ruleSentence, rulesForm, rulesFrom } from './rule-values.ts';
import classes from './rules.module.css';
import { TryRules } from './try-rules.tsx';
import { WhoSees } from './who-sees.tsx';

const TITLES: Readonly<Record<RuleAction, string>> = {
  read: 'Read',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};
const LABELS = Object.fromEntries(
  RULE_ACTIONS.flatMap((action) => [
    [action, TITLES[action]],
    [`${action}_role`, `${TITLES[action]} role`],
    [`${action}_where`, `${TITLES[action]} condition`],
  ]),
);
const OWN = 'Own rules';

export function RulesView({ table }: { readonly table: TableInfo }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const dialog = useDialog();
  const [advice, setAdvice] = useState<readonly Advice[]>([]);
  return (
    <SettingsForm
      fields={[]}
      initial={rulesForm(table.rules)}
      draft={`${project.id}/tables/${table.name}/rules`}
      isReadOnly={!isEditor}
      reload={() => void changed(project.id, 'tables')}
      version={table.updated_at}
      labels={LABELS}
      send={async (values, version) => {
        const params = { path: { project_id: project.id, name: table.name } };
        const headers = ifMatch(version);
        const body = { rules: rulesFrom(values) };
        const saved = await answerOf(
          api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, headers, body }),
        );
        setAdvice('advice' in saved ? (saved.advice ?? []) : []);
        await changed(project.id, 'tables');
      }}
      below={(form) => (
        <>
          <IndexAdvice advice={advice} onMade={(made) => setAdvice(advice.filter((one) => one !== made))} />
          <TryRules table={table} rules={rulesFrom(form.values)} />
          <WhoSees table={table} rules={rulesFrom(form.values)} />
          {dialog.element}
        </>
      )}
    >
      {(form) => (
        <>
          <Presets table={table} form={form} dialog={dialog} isReadOnly={!isEditor} />
          {RULE_ACTIONS.map((action) => (
            <RuleFields key={action} action={action} table={table} form={form} dialog={dialog} isReadOnly={!isEditor} />
          ))}
        </>
      )}
    </SettingsForm>
  );
}

interface FormProps {
  readonly table: TableInfo;
  readonly form: Form;
  /** Shown below the form, because forms must not be nested. */
  readonly dialog: DialogSlot;
  readonly isReadOnly: boolean;
}

function Presets({ table, form, dialog, isReadOnly }: FormProps) {
  const preset = presetOf(rulesFrom(form.values));
  const fill = (rules: Rules): void => form.setAll(rulesForm(rules));
  // A pattern may change the table itself, so its rules start from the table's new version.
  const [chosen, setChosen] = useState<Rules>();
  useEffect(() => {
    if (chosen === undefined) return;
    setChosen(undefined);
    fill(chosen);
  });
  return (
    <div className={classes.presets}>
      <NativeSelect
        label="Preset"
        value={preset ?? OWN}
        disabled={isReadOnly}
        data={[...(preset === undefined ? [OWN] : []), ...Object.keys(PRESETS)]}
        description={PRESETS[preset ?? '']?.text}
        onChange={(event) => {
          const chosen = PRESETS[event.currentTarget.value];
          if (chosen !== undefined) fill(chosen.rules);
        }}
      />
      {!isReadOnly && (
        <Button
          variant="default"
          onClick={() => dialog.open((close) => <PatternDialog table={table} onChosen={setChosen} onClose={close} />)}
        >
          Start from a pattern
        </Button>
      )}
    </div>
  );
}

interface RuleFieldsProps extends FormProps {
  readonly action: RuleAction;
}

function RuleFields({ action, table, form, dialog, isReadOnly }: RuleFieldsProps) {
  const field = (spec: FieldSpec) => (
    <Field
      spec={{ ...spec, isReadOnly }}
      value={form.values[spec.name] ?? ''}
      problem={form.problems[spec.name]}
      onChange={(value) => form.set(spec.name, value)}
    />
  );
  const title = TITLES[action];
  return (
    <div className={classes.rule}>
      <div className={classes.fields}>
        <NativeSelect
          label={title}
          value={String(form.values[action])}
          disabled={isReadOnly}
          data={LEVELS.map((level) => ({ value: level, label: level === 'role' ? 'role:<name>' : level }))}
          onChange={(event) => form.set(action, event.currentTarget.value)}
        />
        {form.values[action] === 'role' && field({ name: `${action}_role`, label: `${title} role` })}
        {field({ name: `${action}_where`, label: `${title} condition`, placeholder: 'status:neq:locked' })}
      </div>
      <p className="dim">{visibleText(ruleSentence(action, rulesFrom(form.values)[action]))}</p>
      {!isReadOnly && (
        <ConditionList
          title={title}
          table={table}
          dialog={dialog}
          where={String(form.values[`${action}_where`] ?? '')}
          onChange={(where) => form.set(`${action}_where`, where)}
        />
      )}
    </div>
  );
}
