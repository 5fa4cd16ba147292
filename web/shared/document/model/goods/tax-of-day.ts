/** The tax of a line is that of the document's day, until a person types another. */
import { notifyProblem } from '../../../notify/notify.ts';
import type { EditorDeclaration } from '../declaration.ts';
import { type Draft, type Fields, idOf, type Line, type Value } from '../draft.ts';
import type { EditingStore } from '../editing-store.ts';
import { awaited } from '../on-the-way.ts';
import { pastDay } from '../past-day.ts';
import { taxesDiffer, taxPercent } from '../reference-data.ts';
import { knownItem, loadItem } from './items.ts';
import { readRecordsOn, withRecordsOfDay } from './records-of-day.ts';

interface Target {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
}

/** The field that determines the tax of a line; undefined for documents without taxes, or with those of another one. */
function taxField({ columns }: EditorDeclaration): 'tax_fk' | 'item_fk' | undefined {
  const isTyped = (name: string) => columns.some(({ field, fixed }) => field === name && !fixed);
  if (isTyped('tax_fk')) return 'tax_fk';
  return isTyped('tax_percent') ? 'item_fk' : undefined;
}

/** After a change of the day: at once when the items are loaded. */
export function followTaxes({ store, declaration }: Target, day: string, before: Value | undefined): void {
  const by = taxField(declaration);
  if (pastDay(day) !== undefined || pastDay(before) !== undefined) {
    awaited(followRecords({ store, declaration }, day, before).catch(notifyProblem));
    return;
  }
  if (!by || !taxesDiffer(day, before)) return;
  const follow = () =>
    store.edit({
      do: 'settle',
      settled: (draft) => (draft.header['date'] === day ? withTaxesOfDay(declaration, draft, before) : draft),
    });
  const items = store.state.draft.lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []);
  const unknown = by === 'item_fk' ? [...new Set(items)].filter((item) => !knownItem(item)) : [];
  if (unknown.length === 0) follow();
  else awaited(Promise.all(unknown.map(loadItem)).then(follow).catch(notifyProblem));
}

/** A day before today, or after one: the records of either are read first. */
async function followRecords({ store, declaration }: Target, day: string, before: Value | undefined): Promise<void> {
  await readRecordsOn(declaration, store.state.draft, [day, before]);
  store.edit({
    do: 'settle',
    settled: (draft) => {
      if (draft.header['date'] !== day) return draft;
      const next = withRecordsOfDay(declaration, draft, before);
      // A typed tax may have another percentage too.
      return taxField(declaration) === 'tax_fk' ? withTaxesOfDay(declaration, next, before) : next;
    },
  });
}

/** Replaces the percentages that are those of the day before; the same draft when none differs. */
export function withTaxesOfDay(declaration: EditorDeclaration, draft: Draft, before: Value | undefined): Draft {
  const by = taxField(declaration);
  if (!by) return draft;
  const taxOf = (fields: Fields) =>
    by === 'tax_fk' ? fields['tax_fk'] : knownItem(idOf(fields, 'item_fk') ?? 0)?.['tax_fk'];
  const lines = draft.lines.map((line): Line => {
    const tax = taxOf(line.fields);
    const [was, is] = [taxPercent(tax, before), taxPercent(tax, draft.header['date'])];
    if (was === is || (line.fields['tax_percent'] ?? null) !== was) return line;
    return { ...line, fields: { ...line.fields, tax_percent: is } };
  });
  return lines.some((line, index) => line !== draft.lines[index]) ? { ...draft, lines } : draft;
}
