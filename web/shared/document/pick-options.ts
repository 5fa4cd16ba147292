/** The options of a cell that is chosen from a list, and how the list behaves while somebody types. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Row } from '../api/list.ts';
import { type LookupExtra, useLookupPages } from '../api/lookup.ts';
import { resourceOf } from '../api/resources.ts';
import { optionLabel } from '../language/names.ts';
import { foldForSearch } from '../typing/fold.ts';
import type { ColumnDeclaration } from './declaration.ts';
import { type Fields, idOf, type Value } from './draft.ts';
import { itemQuery, unitsOf } from './items.ts';
import { startsLike } from './reading.ts';

export interface PickOption {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** The row of the look-up. */
  readonly row?: Row;
}

export interface PickOptions {
  readonly options: readonly PickOption[];
  /** The options do not belong to what is typed yet. */
  readonly pending: boolean;
}

const TYPING_DELAY_MS = 150;
const NO_EXTRA: LookupExtra = {};

/** `typed` is undefined while the list is closed. */
export function usePickOptions(
  column: ColumnDeclaration,
  header: Fields,
  line: Fields,
  typed: string | undefined,
): PickOptions {
  const remote = useRemoteOptions(column, header, column.kind === 'lookup' ? typed : undefined);
  const item = useQuery({
    ...itemQuery(idOf(line, 'item_fk') ?? 0),
    enabled: column.kind === 'unit' && idOf(line, 'item_fk') !== undefined,
  });
  if (column.kind === 'lookup') return remote;
  const all = column.kind === 'unit' ? unitOptions(item.data) : choiceOptions(column);
  const fitting = typed ? all.filter((option) => startsLike(option.label, typed)) : all;
  return { options: fitting, pending: false };
}

function unitOptions(item: Row | undefined): PickOption[] {
  return unitsOf(item).map((unit) => ({
    value: unit.unit_fk,
    label: unit.unit_name ?? String(unit.unit_fk),
    ...(unit.is_base ? {} : { hint: `× ${unit.base_unit_qty}` }),
  }));
}

function choiceOptions(column: ColumnDeclaration): PickOption[] {
  return (column.options ?? []).map((value) => ({ value, label: optionLabel(column.field, value) }));
}

function useRemoteOptions(column: ColumnDeclaration, header: Fields, typed: string | undefined): PickOptions {
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (typed === undefined) {
      setAsked(undefined);
      return;
    }
    const timer = setTimeout(() => setAsked(typed), typed === '' ? 0 : TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const resource = column.resource ?? 'items';
  const extra = column.filter?.(header) ?? NO_EXTRA;
  const query = useLookupPages(resource, asked?.trim() ?? '', extra, asked !== undefined);
  const pending = typed !== asked || query.isPlaceholderData || query.isLoading;
  const fields = resourceOf(resource);
  const rows = pending ? [] : (query.data?.pages.flatMap((page) => page.data) ?? []);
  const options = rows.map((row): PickOption => {
    const hint = fields.hint ? row[fields.hint] : undefined;
    const label = String(row[fields.name] ?? '');
    return {
      value: Number(row[fields.id]),
      label,
      row,
      ...(hint === null || hint === undefined ? {} : { hint: String(hint) }),
    };
  });
  return { options, pending };
}

/** The option that is taken with Enter: the one that is named exactly, else the first. */
export function bestOption(options: readonly PickOption[], typed: string | undefined): number {
  if (typed === undefined || typed.trim() === '') return 0;
  const wanted = foldForSearch(typed);
  const exact = options.findIndex(
    ({ label, hint }) => foldForSearch(label) === wanted || (hint && foldForSearch(hint) === wanted),
  );
  return Math.max(exact, 0);
}
