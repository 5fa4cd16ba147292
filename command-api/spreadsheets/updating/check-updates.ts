/**
 * Checks rows that change records: what each changes, the refusals of deciders and claims, and whether somebody has changed
 * the record since the person saw it.
 */

import type { Actor } from '../../../domain/deciding/facts.ts';
import { withOwnPlaces } from '../../../domain/deciding/own-places.ts';
import type { Cells } from '../../../domain/imports/cells.ts';
import type { SeenRow } from '../../../domain/imports/import-format.ts';
import type { ReadRow, RowIssue } from '../../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../../domain/imports/record-format.ts';
import { type Amendment, amendmentOf } from '../../../domain/imports/updating.ts';
import { user } from '../../../domain/people/user.record.ts';
import { type RecordData, recordStateOf } from '../../../domain/records/record.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { Issue } from '../../../domain/values/refusal.ts';
import type { LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import { type RecordType, streamOf, titleOf } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { inScope } from '../../handling/scope.ts';
import { type CellsRow, kindOf, schemaIssues } from '../check-records.ts';
import { refusedOf } from '../decided.ts';
import type { Met } from './met-records.ts';

export interface RowOfRecord {
  readonly id: number;
  readonly revision: number;
  readonly title: string | null;
  /** The record without rows of places of others. */
  readonly before: RecordData;
  readonly key: string;
  readonly cleared: ReadonlySet<string>;
  /** With placeholders for records that are created first. */
  readonly amendment: Amendment;
  readonly isSame: boolean;
}

export type Updates = ReadonlyMap<number, RowOfRecord>;

interface Checking {
  readonly actor: Actor;
  readonly moment: Date;
  /** Streams of records that are created before. */
  readonly made: ReadonlySet<string>;
  readonly seen?: ReadonlyMap<number, SeenRow> | undefined;
  readonly read: ReadonlyMap<number, ReadRow>;
  /** The cells with which a row is tried: what is created first is left out. */
  known(cells: Cells): Cells;
}

interface Found {
  readonly updates: Updates;
  readonly issues: readonly RowIssue[];
}

export async function checkUpdates(
  commands: Commands,
  kind: RecordType,
  format: RecordFormat,
  { rows, met }: { readonly rows: readonly CellsRow[]; readonly met: Met },
  checking: Checking,
): Promise<Found> {
  const streamAt = (at: number) => streamOf(kind.kind, defined(met.ids.get(at)));
  const states = await commands.handler.states.read(rows.map(({ at }) => streamAt(at)));
  const issues: RowIssue[] = [];
  const asked = rows.flatMap(({ at, cells }) => {
    const id = defined(met.ids.get(at));
    const loaded = defined(states.get(streamAt(at)));
    const state = recordStateOf(loaded.state);
    if (state.status !== 'active' || !inScope(kind, id, loaded.state, checking.actor)) {
      const params = { value: String(cells[met.key] ?? id) };
      issues.push({ at, column: met.key, message: 'import_meets_none', params });
      return [];
    }
    const before = ownData(kind, state.data, checking.actor);
    const { cleared } = defined(checking.read.get(at));
    const row = { at, id, loaded, before, cleared, key: met.key };
    return [{ ...row, amendment: amendmentOf(format, before, { cells, cleared, key: met.key }), cells }];
  });
  const tried = asked.map(({ before, cleared, key, id, loaded, cells }) => {
    const { changed } = amendmentOf(format, before, { cells: checking.known(cells), cleared, key });
    const body = { ...before, ...changed };
    return { body, commands: [{ type: 'amend', changed }], of: { id, loaded } };
  });
  const refused = await refusedOf(commands, kind, tried, checking);
  const updates = new Map<number, RowOfRecord>();
  asked.forEach(({ at, loaded, cells: _, ...row }, index) => {
    const { amendment } = row;
    const { issues: decided, isNothing } = defined(refused[index]);
    const isSame =
      amendment.cells.length === 0 || (isNothing && decided.length === 0 && isWhole(amendment, tried[index]));
    const fields = new Set(Object.keys(amendment.changed));
    const shape = schemaIssues(kind, tried[index]?.body).filter(({ field }) =>
      fields.has(defined(field.split('.')[0])),
    );
    const told = isSame
      ? []
      : [...amendment.issues, ...shape.map(placed(amendment)), ...decided.map(placed(amendment))];
    issues.push(...told.map((issue) => ({ ...issue, at })));
    const title = titleOf(kind, loaded.state, 'en');
    updates.set(at, { ...row, revision: loaded.revision, title, isSame });
  });
  return { updates, issues: [...issues, ...(await changedMeanwhile(commands, kind, { updates, met }, checking))] };
}

/** The data of a record without rows of places that the person was not given. */
export const ownData = ({ kind }: RecordType, data: RecordData, actor: Actor): RecordData => {
  const own = recordStateOf({ status: 'active', data: withOwnPlaces(kind, data, actor) });
  return own.status === 'none' ? data : own.data;
};

/** True when nothing was left out for the trial. */
const isWhole = ({ changed }: Amendment, tried: { readonly commands: readonly unknown[] } | undefined): boolean =>
  JSON.stringify(tried?.commands) === JSON.stringify([{ type: 'amend', changed }]);

const placed =
  (amendment: Amendment) =>
  ({ field, message, params }: Issue) => ({
    column: amendment.columnOf(field),
    message,
    ...(params ? { params } : {}),
  });

/** Records that somebody has changed, or deleted, since the person saw what the rows would do. */
async function changedMeanwhile(
  commands: Commands,
  kind: RecordType,
  { updates, met }: { readonly updates: Updates; readonly met: Met },
  { seen }: Checking,
): Promise<readonly RowIssue[]> {
  if (!seen) return [];
  const stale = [...updates].filter(([at, { id, revision, isSame }]) => {
    const before = seen.get(at);
    return !isSame && (before?.id !== id || before.revision !== revision);
  });
  const gone = [...seen].filter(([at]) => !met.ids.has(at) && !met.lost.has(at));
  const events = await commands.store.readStreams(
    stale.map(([at, { id, revision }]) => {
      const known = seen.get(at)?.id === id ? defined(seen.get(at)).revision : revision - 1;
      return { stream: streamOf(kind.kind, id), after: Math.min(known, revision - 1) };
    }),
  );
  const last = (id: number): LastChange | undefined => events.get(streamOf(kind.kind, id))?.at(-1);
  const people = await namesOfPeople(
    commands,
    stale.map(([, { id }]) => last(id)?.meta.actor ?? ''),
  );
  return [
    ...stale.map(([at, { id, title }]): RowIssue => {
      const params = { name: title ?? String(id), person: people.get(last(id)?.meta.actor ?? '') ?? '' };
      return {
        at,
        column: null,
        message: params.person === '' ? 'import_changed_by' : 'import_changed_by_person',
        params,
      };
    }),
    ...gone.map(([at, { id }]): RowIssue => {
      return { at, column: met.key, message: 'import_meets_none', params: { value: String(id) } };
    }),
  ];
}

interface LastChange {
  readonly meta: { readonly actor: string };
}

/** By the actor of an event; changes of a program have no name. */
async function namesOfPeople(commands: Commands, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(actors)].filter((actor) => /^\d+$/.test(actor));
  const states = await commands.handler.states.read(ids.map((id) => streamOf(user.kind, Number(id))));
  const kind = kindOf(commands, user.kind);
  const nameOf = (loaded: LoadedAggregate | undefined) => (loaded && titleOf(kind, loaded.state, 'en')) ?? '';
  return new Map(ids.map((id) => [id, nameOf(states.get(streamOf(user.kind, Number(id))))]));
}
