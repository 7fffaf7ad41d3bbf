import { Button, TextInput } from '@mantine/core';
import { searchText } from '../../../shared/address/search-text.ts';
import { useAddress } from '../../../shared/address/use-address.ts';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import classes from './import.module.css';

export function ExportLinks({ name }: { readonly name: string }) {
  const { id } = useProject();
  const { search, change } = useAddress();
  const filter = search['filter'] ?? '';
  const address = (format: string): string =>
    `/api/cloud/projects/${id}/data/${name}/export${searchText({ format, filter })}`;
  return (
    <Region title="Export">
      <div className={classes.export}>
        <TextInput
          label="Filter"
          description="Empty for all rows."
          placeholder="status:eq:active"
          value={filter}
          spellCheck={false}
          onChange={(event) => change({ filter: event.currentTarget.value }, { replace: true })}
        />
        <Button component="a" variant="default" href={address('csv')} download={`${name}.csv`}>
          Download CSV
        </Button>
        <Button component="a" variant="default" href={address('json')} download={`${name}.json`}>
          Download JSON
        </Button>
      </div>
    </Region>
  );
}
