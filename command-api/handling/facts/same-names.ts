/**
 * Names that must be unique among active records while a system setting is on. Other records are read from the read models
 * when these have reached the end of the log. The command is stored only if no record of the kind was written since: of two
 * concurrent commands with one name, the second is decided again and refused.
 */
import type { Pool } from 'pg';
import type { Facts } from '../../../domain/deciding/facts.ts';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import type { SameName, UniqueNames } from '../../../domain/deciding/same-name.ts';
import {
  type RecordData,
  type RecordDeclaration,
  type RecordState,
  recordStateOf,
} from '../../../domain/records/record.ts';
import { foldName } from '../../../domain/values/fold-name.ts';
import { objectsOf } from '../../../domain/values/members.ts';
import type { EventStore } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import { askCurrent, modelsAt } from '../../read-models/models-at.ts';
import { type NamedRow, RECORDS_BY_NAME } from '../../read-models/records-by-name.ts';
import type { DecisionReads } from '../decision-reads.ts';

const SETTINGS = 'system_setting-1';

interface NameSources {
  readonly states: AggregateRepository;
  readonly measure?: (requested: ReadModelQuery, reads: DecisionReads) => Promise<unknown>;
  readonly reads: DecisionReads;
}

type Asked = Pick<RecordDeclaration, 'kind'> & { readonly codeField: string; readonly fields: readonly string[] };

/** True when the setting is on; its present state is a condition of the command that `reads` belongs to. */
export async function areNamesUnique(
  states: AggregateRepository,
  { setting }: UniqueNames,
  reads?: Pick<DecisionReads, 'stream'>,
): Promise<boolean> {
  const settings = (await states.read([SETTINGS])).get(SETTINGS);
  if (settings) reads?.stream(SETTINGS, settings.revision);
  const state = recordStateOf(settings?.state);
  return state.status !== 'none' && state.data[setting] === true;
}

/** The names that a command sets: all names of a new or restored record, the changed names of another one. */
export function namesGiven(
  { fields }: UniqueNames,
  given: RecordData,
  state: RecordState,
): Readonly<Record<string, string>> {
  const before = state.status === 'active' ? state.data : {};
  const after = state.status === 'retired' ? { ...state.data, ...given } : given;
  const folded = (value: unknown) => (typeof value === 'string' ? foldName(value) : '');
  return Object.fromEntries(
    fields.flatMap((field) => {
      const name = folded(after[field]);
      return name === '' || name === folded(before[field]) ? [] : [[field, name]];
    }),
  );
}

/** Active records with their names, including all events stored so far; empty before read models exist. */
export async function namedRecords(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { kind, fields, codeField }: Asked,
  { waitMs, reads }: { readonly waitMs: number; readonly reads?: Pick<DecisionReads, 'kind'> },
): Promise<readonly NamedRow[]> {
  const head = await store.head();
  reads?.kind(kind, String(head));
  const at = await modelsAt(pool, head, waitMs);
  return at ? askCurrent(pool, RECORDS_BY_NAME, at, kind, fields, [codeField]) : [];
}

type Wanted = Pick<Asked, 'fields'> & {
  /** Folded, by field. */
  readonly names: Readonly<Record<string, string>>;
  readonly id: number | undefined;
};

/** The first other record that has each of the names. */
export function sameNames(rows: readonly NamedRow[], { fields, names, id }: Wanted): readonly SameName[] {
  return fields.flatMap((field, index): SameName[] => {
    const name = names[field];
    const nameOf = (row: NamedRow) => row.names[index] ?? '';
    const other = name === undefined ? undefined : rows.find((row) => row.id !== id && foldName(nameOf(row)) === name);
    return other ? [{ field, name: nameOf(other), code: other.codes[0] ?? String(other.id) }] : [];
  });
}

/** The facts for a command that sets names; none while the setting is off. */
export async function sameNameFacts(
  { states, measure, reads }: NameSources,
  { kind, uniqueNames }: RecordDeclaration,
  state: RecordState,
  { given, id }: { readonly given: RecordData; readonly id: number | undefined },
): Promise<Pick<Facts, 'alike'>> {
  if (!uniqueNames || !measure) return {};
  const names = namesGiven(uniqueNames, given, state);
  if (Object.keys(names).length === 0 || !(await areNamesUnique(states, uniqueNames, reads))) return {};
  const { fields, codeField } = uniqueNames;
  const found = await measure({ of: 'same_names', kind, fields, codeField, names, id }, reads);
  return {
    alike: {
      names: objectsOf(found).map(({ field, name, code }) => ({
        field: String(field),
        name: String(name),
        code: String(code),
      })),
    },
  };
}
