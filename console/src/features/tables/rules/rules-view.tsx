import { NativeSelect } from '@mantine/core';
import { answerOf, api } from '../../../shared/api/client.ts';
import { ifMatch } from '../../../shared/api/if-match.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { Field } from '../../../shared/forms/field.tsx';
import type { FieldSpec } from '../../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../../shared/forms/settings-form.tsx';
import type { Form } from '../../../shared/forms/use-form.ts';
import { useMay, useProject } from '../../../shared/project/project-context.tsx';
import { RULE_ACTIONS, type RuleAction } from '../column-types.ts';
import { PRESETS } from '../presets.ts';
import type { TableInfo } from '../table-types.ts';
import { LEVELS, presetOf, ruleSentence, rulesForm, rulesFrom } from './rule-values.ts';
import classes from './rules.module.css';
import { TryRules } from './try-rules.tsx';

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
        const body = { rules: rulesFrom(values) as never };
        await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, headers, body }));
        await changed(project.id, 'tables');
      }}
      below={(form) => <TryRules table={table} rules={rulesFrom(form.values)} />}
    >
      {(form) => (
        <>
          <Presets form={form} isReadOnly={!isEditor} />
          {RULE_ACTIONS.map((action) => (
            <RuleFields key={action} action={action} form={form} isReadOnly={!isEditor} />
          ))}
        </>
      )}
    </SettingsForm>
  );
}

function Presets({ form, isReadOnly }: { readonly form: Form; readonly isReadOnly: boolean }) {
  const preset = presetOf(rulesFrom(form.values));
  return (
    <NativeSelect
      label="Preset"
      value={preset ?? OWN}
      disabled={isReadOnly}
      data={[...(preset === undefined ? [OWN] : []), ...Object.keys(PRESETS)]}
      description={PRESETS[preset ?? '']?.text}
      onChange={(event) => {
        const chosen = PRESETS[event.currentTarget.value];
        if (chosen !== undefined) form.setAll(rulesForm(chosen.rules));
      }}
    />
  );
}

interface RuleFieldsProps {
  readonly action: RuleAction;
  readonly form: Form;
  readonly isReadOnly: boolean;
}

function RuleFields({ action, form, isReadOnly }: RuleFieldsProps) {
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
      <p className="dim">{ruleSentence(action, rulesFrom(form.values)[action])}</p>
    </div>
  );
}
