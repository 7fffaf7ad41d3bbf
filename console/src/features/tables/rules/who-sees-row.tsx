import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tableAddress } from '../../../shared/address/addresses.ts';
import { AppLink } from '../../../shared/address/app-link.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { visibleText } from '../../../shared/text/visible-text.ts';
import type { RuleAction } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import { findPerson, type Person, samplePeople, type Trial, tryActions } from './rule-trials.ts';
import { ruleSentence } from './rule-values.ts';
import classes from './rules.module.css';

const PEOPLE = 20;
const ACTIONS: readonly RuleAction[] = ['read', 'update', 'delete'];
const TITLES: Readonly<Record<string, string>> = { read: 'Read', update: 'Change', delete: 'Delete' };

interface WhoSeesRowProps {
  readonly table: TableInfo;
  readonly rowId: string;
  readonly ownerId: unknown;
}

interface PersonTrials {
  readonly person: Person;
  readonly trials: readonly Trial[];
}

export function WhoSeesRow({ table, rowId, ownerId }: WhoSeesRowProps) {
  const { id } = useProject();
  const [isAsked, setIsAsked] = useState(false);
  const query = useQuery({
    queryKey: [id, 'rows', table.name, 'who-sees', rowId, table.updated_at],
    queryFn: () => tryPeople({ project: id, table: table.name, rowId, ownerId }),
    enabled: isAsked,
    staleTime: 0,
  });
  if (!isAsked) {
    return (
      <Button variant="default" className={classes.ask} onClick={() => setIsAsked(true)}>
        Who can see this?
      </Button>
    );
  }
  return (
    <Region title="Who can see this?">
      <QueryPart query={query}>
        {(people) => (
          <>
            {ACTIONS.map((action, at) => (
              <section key={action} aria-label={TITLES[action]} className={classes.who}>
                <strong>{TITLES[action]}</strong>
                <p>{namesOf(people.filter(({ trials }) => trials[at]?.allowed === true))}</p>
                <p className="dim">{visibleText(ruleSentence(action, table.rules[action]))}</p>
              </section>
            ))}
            <p className="dim">
              Tried for a visitor, the owner of the row and the newest {PEOPLE} users. Secret keys, functions and this
              console pass every rule.{' '}
              <AppLink to={tableAddress(id, table.name, 'rules')}>Rules of {table.name}</AppLink>
            </p>
          </>
        )}
      </QueryPart>
    </Region>
  );
}

function namesOf(people: readonly PersonTrials[]): string {
  if (people.length === 0) return 'Nobody of those tried.';
  return people.map(({ person }) => visibleText(person.name)).join(', ');
}

interface RowAsked {
  readonly project: string;
  readonly table: string;
  readonly rowId: string;
  readonly ownerId: unknown;
}

async function tryPeople({ project, table, rowId, ownerId }: RowAsked): Promise<readonly PersonTrials[]> {
  const newest = await samplePeople(project, PEOPLE);
  const isThere = typeof ownerId !== 'string' || newest.some(({ as }) => as === ownerId);
  const owner = isThere ? undefined : await findPerson(project, ownerId);
  const people = owner === undefined ? newest : [...newest, owner];
  return await Promise.all(
    people.map(async (person) => ({
      person,
      trials: await tryActions({ project, table, as: person.as, rowId }, ACTIONS),
    })),
  );
}
