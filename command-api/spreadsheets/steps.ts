/** The steps of an import: a record for each row, or documents of many lines. */

import type { Cells } from '../../domain/imports/cells.ts';
import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { GoodsFormat } from '../../domain/imports/goods.ts';
import { LINES_OF_AN_OPENING_MAX, PRICES_OF_A_DOCUMENT_MAX } from '../../domain/imports/goods-documents.ts';
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { RecordFormat } from '../../domain/imports/record-format.ts';
import { amendmentOf } from '../../domain/imports/updating.ts';
import type { Issue } from '../../domain/values/refusal.ts';
import type { AggregateType } from '../aggregates/aggregate-types.ts';
import type { Commands } from '../commands/open-commands.ts';
import { type Checked, lineIssue } from './check.ts';
import { type CellsRow, enteringOf, kindOf } from './check-records.ts';
import { openingKey, partsOf } from './goods-lines.ts';
import type { RowOfRecord } from './updating/check-updates.ts';

export interface Step {
  readonly key: string;
  /** Indexes of the rows that it stores. */
  readonly ats: readonly number[];
  readonly kind: AggregateType;
  readonly body: unknown;
  readonly commands: readonly unknown[];
  /** The record that it changes, and the revision of which that was decided. */
  readonly changes?: { readonly id: number; readonly expectedRevision: number };
  /** Maps an issue to the row and column. */
  issueAt(issue: Issue): RowIssue;
}

export const rowKey = (at: number): string => `row ${at}`;

/** Keys of all steps that the rows may have, whether or not they are ready. */
export function possibleKeys(format: AnyFormat, rows: number): readonly string[] {
  if (isRecordFormat(format)) return Array.from({ length: rows }, (_, at) => rowKey(at));
  if (format.makes === 'opening_balance') {
    return Array.from({ length: Math.ceil(rows / LINES_OF_AN_OPENING_MAX) }, (_, part) => openingKey(part));
  }
  return Array.from({ length: Math.ceil(rows / PRICES_OF_A_DOCUMENT_MAX) }, (_, part) => `part ${part}`);
}

/** Indexes of the rows that steps with these keys have stored; `rows` is the total number. */
export function storedRows(format: AnyFormat, keys: ReadonlySet<string>, rows: number): ReadonlySet<number> {
  const all = Array.from({ length: rows }, (_, at) => at);
  if (isRecordFormat(format)) return new Set(all.filter((at) => keys.has(rowKey(at))));
  if (format.makes === 'opening_balance') {
    return new Set(all.filter((at) => keys.has(openingKey(Math.floor(at / LINES_OF_AN_OPENING_MAX)))));
  }
  return new Set(all.filter((at) => keys.has(`part ${Math.floor(at / PRICES_OF_A_DOCUMENT_MAX)}`)));
}

/** `made` replaces placeholders by records; it returns undefined when one could not be created. */
export function stepsOf(
  commands: Commands,
  format: AnyFormat,
  checked: Pick<Checked, 'ready' | 'lines' | 'chosen' | 'updates'>,
  made: (cells: Cells) => Cells | undefined,
): readonly Step[] {
  if (!isRecordFormat(format)) return partSteps(commands, format, checked);
  const kind = kindOf(commands, format.kind);
  return checked.ready.flatMap(({ at, cells }): Step[] => {
    const known = made(cells);
    if (!known) return [];
    const record = checked.updates?.get(at);
    if (record) return [changeStep(kind, format, { at, cells: known }, record)];
    const body = format.bodyOf(known, checked.chosen);
    const issueAt = ({ field, ...issue }: Issue) => ({ ...issue, at, column: format.columnOf(field) });
    return [{ key: rowKey(at), ats: [at], kind, body, commands: enteringOf(kind, body), issueAt }];
  });
}

/** What was left out of the check, because it was not created yet, is known now. */
function changeStep(kind: AggregateType, format: RecordFormat, { at, cells }: CellsRow, record: RowOfRecord): Step {
  const { id, revision, before, key, cleared } = record;
  const { changed, columnOf } = amendmentOf(format, before, { cells, cleared, key });
  return {
    key: rowKey(at),
    ats: [at],
    kind,
    body: { ...before, ...changed },
    commands: [{ type: 'amend', changed }],
    changes: { id, expectedRevision: revision },
    issueAt: ({ field, ...issue }) => ({ ...issue, at, column: columnOf(field) }),
  };
}

const partSteps = (commands: Commands, format: GoodsFormat, { lines, chosen }: Pick<Checked, 'lines' | 'chosen'>) =>
  partsOf(format, lines, chosen).map(({ key, kind, lines: own, body, command }): Step => {
    return {
      key,
      ats: own.map(({ row }) => row),
      kind: kindOf(commands, kind),
      body,
      commands: [command],
      issueAt: (issue) => lineIssue(issue, own),
    };
  });
