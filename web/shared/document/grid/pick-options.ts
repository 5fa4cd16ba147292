/** The options of a cell with a list, and the state of the list during typing. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountsNamed, titleOf, useChart } from '../../api/chart.ts';
import type { Row } from '../../api/list.ts';
import { useLookupPages } from '../../api/lookup.ts';
import { namingFields, resourceOf } from '../../api/resources.ts';
import { optionLabel } from '../../language/names.ts';
import { foldForSearch } from '../../typing/fold.ts';
import { askedList } from '../model/asked-list.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../model/declaration.ts';
import { type Fields, idOf, type Value } from '../model/draft.ts';
import { itemQueryOn, unitsOf } from '../model/goods/items.ts';
import { isLooking, startsLike } from '../model/reading.ts';
import { glanceAt, type ItemGlance } from './item-glance.ts';

export interface PickOption {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** Names in all languages; any of them, fully typed, matches. */
  readonly names?: readonly string[];
  /** The row of the look-up. */
  readonly row?: Row;
  /** For an item of a sale or purchase: facts for choosing it. */
  readonly glance?: ItemGlance;
}

export interface PickOptions {
  readonly options: readonly PickOption[];
  /** The options do not match the typed text yet. */
  readonly pending: boolean;
}

const TYPING_DELAY_MS = 150;

/** The cell whose value is picked: its column and the fields around it. */
interface PickedCell {
  readonly declaration: EditorDeclaration;
  readonly column: ColumnDeclaration;
  readonly header: Fields;
  readonly line: Fields;
}

/** `typed` is undefined while the list is closed. */
export function usePickOptions(cell: PickedCell, typed: string | undefined): PickOptions {
  const { column, header, line } = cell;
  const accounts = useAccountOptions(column, typed);
  const remote = useRemoteOptions(cell, column.kind === 'lookup' ? typed : undefined);
  const item = useQuery({
    ...itemQueryOn(idOf(line, 'item_fk') ?? 0, header['date']),
    enabled: column.kind === 'unit' && idOf(line, 'item_fk') !== undefined,
  });
  if (column.kind === 'lookup') return remote;
  if (column.kind === 'account') return accounts;
  const all = column.kind === 'unit' ? unitOptions(item.data) : choiceOptions(column);
  const fitting = typed ? all.filter((option) => startsLike(option.label, typed)) : all;
  // The item of the line may still be searched or loaded.
  const pending = column.kind === 'unit' && (item.isLoading || isLooking(line['item_fk']));
  return { options: fitting, pending };
}

const ACCOUNTS_MAX = 60;

function useAccountOptions(column: ColumnDeclaration, typed: string | undefined): PickOptions {
  const { data } = useChart(column.kind === 'account' && typed !== undefined);
  if (column.kind !== 'account' || typed === undefined) return NOTHING;
  const options = accountsNamed(data ?? [], column.accepts, typed)
    .slice(0, ACCOUNTS_MAX)
    .map((account) => ({ value: account.account, label: titleOf(account), hint: account.code, row: { ...account } }));
  return { options, pending: data === undefined };
}

const NOTHING: PickOptions = { options: [], pending: false };

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

function useRemoteOptions({ declaration, column, header, line }: PickedCell, typed: string | undefined): PickOptions {
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    if (typed === undefined) {
      setAsked(undefined);
      return;
    }
    const timer = setTimeout(() => setAsked(typed), typed === '' ? 0 : TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { resource, extra, path, hint: hinted } = askedList(declaration, column, header, line);
  const ofTrade = resource === 'items' && declaration.trades !== undefined;
  const query = useLookupPages(resource, asked?.trim() ?? '', extra, asked !== undefined, path);
  const pending = typed !== asked || query.isPlaceholderData || query.isLoading;
  const fields = resourceOf(resource);
  const rows = pending ? [] : (query.data?.pages.flatMap((page) => page.data) ?? []);
  const options = rows.map((row): PickOption => {
    const hint = hinted(row);
    const label = String(row[fields.name] ?? '');
    return {
      value: Number(row[fields.id]),
      label,
      row,
      names: namingFields(resource).flatMap((field) => (typeof row[field] === 'string' ? [row[field]] : [])),
      ...(hint === undefined ? {} : { hint }),
      ...(ofTrade
        ? { glance: glanceAt(row, declaration.offeredAt?.(row, header) ?? null, declaration.trades === 'customer') }
        : {}),
    };
  });
  return { options, pending };
}

/** The option for Enter: an exact match, otherwise the first. */
export function bestOption(options: readonly PickOption[], typed: string | undefined): number {
  if (typed === undefined || typed.trim() === '') return 0;
  const wanted = foldForSearch(typed);
  const exact = options.findIndex(({ label, hint, names = [] }) =>
    [label, hint, ...names].some((name) => name && foldForSearch(name) === wanted),
  );
  return Math.max(exact, 0);
}
