import { functionAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { requireText } from '../../shared/forms/require-text.ts';
import { requireNewFunction } from '../../shared/functions/require-new-function.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { putFunction } from './function-queries.ts';
import { TEMPLATES } from './templates.ts';

export function NewFunction({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  return (
    <FormDialog
      title="New function"
      fields={[
        { name: 'name', label: 'Name', hint: 'Small letters, digits, - and _.' },
        { name: 'trigger', label: 'Trigger', kind: 'select', options: optionsOf(['http', 'webhook', 'scheduled']) },
        { name: 'template', label: 'Template', kind: 'select', options: optionsOf(Object.keys(TEMPLATES)) },
      ]}
      send={async (values) => {
        const name = requireText(values, 'name');
        await requireNewFunction(project.id, name);
        const trigger = textOf(values, 'trigger');
        const body = {
          trigger,
          source: TEMPLATES[textOf(values, 'template')]?.source ?? '',
          ...(trigger === 'scheduled' && { schedule: '0 6 * * *' }),
        };
        await putFunction(project.id, name, body);
        await changed(project.id, 'functions');
        go(functionAddress(project.id, name));
      }}
      onClose={onClose}
    />
  );
}
