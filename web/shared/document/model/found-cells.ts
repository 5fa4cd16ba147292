/** Finds what a pasted text names in a cell with a list: a unit of the line's item, an account, or another record. */
import { type ChartAccount, isOpen, loadChart, titleOf } from '../../api/chart.ts';
import { fetchLookup, onlyMatch } from '../../api/lookup.ts';
import { queryClient } from '../../api/query.ts';
import { nameFieldsOf, resourceOf } from '../../api/resources.ts';
import { toLatinDigits } from '../../typing/digits.ts';
import { foldForSearch } from '../../typing/fold.ts';
import type { ColumnDeclaration } from './declaration.ts';
import { type Fields, idOf } from './draft.ts';
import { loadItem, unitsOf } from './items.ts';
import { rememberRow } from './known-names.ts';

export interface FoundCell {
  readonly value: number;
  /** As `fills` of the column takes it. */
  readonly chosen: unknown;
}

/** Undefined when the text names none, or several. */
export function findCell(
  column: ColumnDeclaration,
  text: string,
  header: Fields,
  line: Fields,
): Promise<FoundCell | undefined> {
  if (column.kind === 'unit') return findUnit(text, idOf(line, 'item_fk'));
  if (column.kind === 'account') return findAccount(text, column.accepts);
  return findRecord(column, text, header, line);
}

async function findUnit(text: string, item: number | undefined): Promise<FoundCell | undefined> {
  if (item === undefined) return undefined;
  const wanted = foldForSearch(text);
  const unit = unitsOf(await loadItem(item)).find(({ unit_name }) => foldForSearch(unit_name ?? '') === wanted);
  return unit && { value: unit.unit_fk, chosen: unit.unit_fk };
}

/** By its number, or by its name. */
async function findAccount(text: string, accepts: ColumnDeclaration['accepts']): Promise<FoundCell | undefined> {
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
  { resource, filter, list }: ColumnDeclaration,
  text: string,
  header: Fields,
  line: Fields,
): Promise<FoundCell | undefined> {
  if (!resource) return undefined;
  const extra = filter?.(header, line) ?? {};
  const path = list?.(header)?.path;
  const rows = await queryClient.fetchQuery({
    queryKey: [resource, 'named', path, text, extra],
    queryFn: () => fetchLookup(resource, text, extra, path),
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });
  const { id, hint } = resourceOf(resource);
  const row = onlyMatch(rows, text, [...nameFieldsOf(resource), hint]);
  if (!row) return undefined;
  rememberRow(resource, row);
  return { value: Number(row[id]), chosen: row };
}
