/** Finds what a pasted or typed text names in a cell with a list: a unit of the line's item, an account, or another record. */
import { accountsNamed, type ChartAccount, isOpen, loadChart, titleOf } from '../../api/chart.ts';
import { bestMatch, fetchLookup, onlyMatch } from '../../api/lookup.ts';
import { queryClient } from '../../api/query.ts';
import { namingFields, resourceOf } from '../../api/resources.ts';
import { toLatinDigits } from '../../typing/digits.ts';
import { foldForSearch } from '../../typing/fold.ts';
import { askedList } from './asked-list.ts';
import type { ColumnDeclaration, EditorDeclaration } from './declaration.ts';
import { type Fields, idOf } from './draft.ts';
import { type Entry, loadItem, unitsOf } from './goods/items.ts';
import { rememberRow } from './known-names.ts';
import { startsLike } from './reading.ts';

export interface FoundCell {
  readonly value: number;
  /** As `fills` of the column takes it. */
  readonly chosen: unknown;
}

export interface AskedCell {
  readonly declaration: Pick<EditorDeclaration, 'trades'>;
  readonly column: ColumnDeclaration;
  readonly header: Fields;
  readonly line: Fields;
}

/** Undefined when the text names none, or when it was pasted and names several. */
export function findCell(cell: AskedCell, text: string, entry: Entry): Promise<FoundCell | undefined> {
  const { column, line } = cell;
  if (column.kind === 'unit') return findUnit(text, idOf(line, 'item_fk'), entry);
  if (column.kind === 'account') return findAccount(text, column.accepts, entry);
  return findRecord(cell, text, entry);
}

async function findUnit(text: string, item: number | undefined, entry: Entry): Promise<FoundCell | undefined> {
  if (item === undefined) return undefined;
  const wanted = foldForSearch(text);
  const units = unitsOf(await loadItem(item));
  const unit =
    units.find(({ unit_name }) => foldForSearch(unit_name ?? '') === wanted) ??
    (entry === 'typed' ? units.find(({ unit_name }) => startsLike(unit_name ?? '', text)) : undefined);
  return unit && { value: unit.unit_fk, chosen: unit.unit_fk };
}

/** By its number, or by its name. */
async function findAccount(
  text: string,
  accepts: ColumnDeclaration['accepts'],
  entry: Entry,
): Promise<FoundCell | undefined> {
  if (entry === 'typed') {
    const [first] = accountsNamed(await loadChart(), accepts, text);
    return first && { value: first.account, chosen: { ...first } };
  }
  const accounts = (await loadChart()).filter((account) => isOpen(account) && (accepts?.(account) ?? true));
  const [number, wanted] = [toLatinDigits(text).trim(), foldForSearch(text)];
  const isNamed = (account: ChartAccount) =>
    [titleOf(account), account.name].some((name) => name && foldForSearch(name) === wanted);
  const numbered = accounts.filter(({ code }) => code === number);
  const [found, ...others] = numbered.length > 0 ? numbered : accounts.filter(isNamed);
  return found && others.length === 0 ? { value: found.account, chosen: found } : undefined;
}

const FRESH_MS = 15_000;

/** Many lines may name the same record: it is asked for once. */
async function findRecord(
  { declaration, column, header, line }: AskedCell,
  text: string,
  entry: Entry,
): Promise<FoundCell | undefined> {
  if (!column.resource) return undefined;
  const { resource, extra, path } = askedList(declaration, column, header, line);
  const rows = await queryClient.fetchQuery({
    queryKey: [resource, 'named', path, text, extra],
    queryFn: () => fetchLookup(resource, text, extra, path),
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
  const row = (entry === 'typed' ? bestMatch : onlyMatch)(rows, text, namingFields(resource));
  if (!row) return undefined;
  rememberRow(resource, row);
  return { value: Number(row[resourceOf(resource).id]), chosen: row };
}
