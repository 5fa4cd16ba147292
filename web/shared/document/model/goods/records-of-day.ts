/**
 * What the items of a document propose for its lines is of the document's day (docs/decisions/0228): after another day was
 * typed, everything that nobody typed over is proposed again.
 */
import type { EditorDeclaration, ItemRow } from '../declaration.ts';
import { type Draft, type Fields, idOf, type Line, sameValue, type Value } from '../draft.ts';
import { pastDay } from '../past-day.ts';
import { readTaxesOn } from '../reference-data.ts';
import { type FoundItem, knownItem, loadItem } from './items.ts';

/** The values of a line that its item proposes. */
const PROPOSED = ['price', 'tax_fk', 'tax_percent'];

/** An item that is loaded; undefined on an earlier day, on which more is read first. */
export const knownForLine = ({ date }: Fields, id: number): ItemRow | undefined =>
  pastDay(date) === undefined ? knownItem(id) : undefined;

/** An item for a line, with what else the line is proposed from where the document is of an earlier day. */
export async function loadForLine(declaration: EditorDeclaration, header: Fields, id: number): Promise<ItemRow> {
  const { date } = header;
  if (pastDay(date) === undefined) return loadItem(id);
  const [item] = await Promise.all([loadItem(id, date), readTaxesOn(date), declaration.readsOfDay?.(header)]);
  return item;
}

/** An item that was found, as it was on the day of the document. */
export async function ofItsDay(declaration: EditorDeclaration, header: Fields, found: FoundItem): Promise<FoundItem> {
  if (pastDay(header['date']) === undefined) return found;
  return { ...found, item: await loadForLine(declaration, header, Number(found.item['item_id'])) };
}

/** Reads what the lines propose on two days. */
export async function readRecordsOn(
  declaration: EditorDeclaration,
  draft: Draft,
  days: readonly (Value | undefined)[],
) {
  const items = new Set(draft.lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []));
  await Promise.all(
    days.flatMap((date) => [
      readTaxesOn(date),
      declaration.readsOfDay?.({ ...draft.header, date: date ?? null }),
      ...[...items].map((item) => loadItem(item, date)),
    ]),
  );
}

/** The draft with the proposals of its day in place of those of the day before; the same draft when none differs. */
export function withRecordsOfDay(declaration: EditorDeclaration, draft: Draft, before: Value | undefined): Draft {
  const { header } = draft;
  const then: Fields = { ...header, date: before ?? null };
  const lines = draft.lines.map((line): Line => {
    const { fields } = line;
    const [item, unit] = [idOf(fields, 'item_fk'), idOf(fields, 'unit_fk')];
    const [had, has] = item === undefined ? [] : [then, header].map(({ date }) => knownItem(item, date));
    if (!had || !has) return line;
    const [was, is] = [declaration.lineOf(had, then, unit), declaration.lineOf(has, header, unit)];
    const changed = PROPOSED.filter(
      (field) => field in is && !sameValue(was[field], is[field]) && sameValue(fields[field], was[field]),
    );
    if (changed.length === 0) return line;
    return {
      ...line,
      fields: { ...fields, ...Object.fromEntries(changed.map((field) => [field, is[field] ?? null])) },
    };
  });
  return lines.some((line, index) => line !== draft.lines[index]) ? { ...draft, lines } : draft;
}
