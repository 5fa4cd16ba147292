/** A document uses the rate in force on its day, until a person types another. */
import { notifyProblem } from '../../../notify/notify.ts';
import type { EditorDeclaration, FieldDeclaration } from '../declaration.ts';
import { type Draft, type Fields, isEmpty, isUnread, type Line, sameValue, type Value } from '../draft.ts';
import type { EditingStore } from '../editing-store.ts';
import { awaited } from '../on-the-way.ts';
import { hasNoRate, isRateKnown, rateOn, readRateOn } from '../reference-data.ts';
import { followTaxes } from './tax-of-day.ts';

/** `rate_fk` and `rate` for a currency on the document's day; both null in the system currency, or without a rate. */
export function rateOfDay(direction: 'in' | 'out', currency: unknown, header: Fields): Fields {
  const isForeign = typeof currency === 'number' && currency !== header['system_currency_fk'];
  const rate = isForeign ? rateOn(header['date']) : undefined;
  return { rate_fk: rate?.rate_id ?? null, rate: rate?.[direction] ?? null };
}

/** After a change of the day: updates the rates, and the taxes of lines, at once if they are loaded. */
export function followDay(
  { store, declaration }: { readonly store: EditingStore; readonly declaration: EditorDeclaration },
  day: Value,
  before: Value | undefined,
): void {
  if (typeof day !== 'string') return;
  followTaxes({ store, declaration }, day, before);
  if (!hasRates(declaration)) return;
  const follow = () =>
    store.edit({
      do: 'settle',
      settled: (draft) => (draft.header['date'] === day ? withRatesOfDay(declaration, draft) : draft),
    });
  if (isRateKnown(day)) follow();
  else awaited(readRateOn(day).then(follow).catch(notifyProblem));
}

/**
 * The typed day of a field. Its keys go through other days, so `follow` is called when the field is left, with the day
 * that the field had before. An unreadable day is no day before.
 */
export function dayEntry(follow: (day: string, before: Value | undefined) => void) {
  let entered: { readonly day: Value | undefined } | undefined;
  return {
    typed: (before: Value | undefined): void => {
      entered ??= { day: isUnread(before) ? undefined : before };
    },
    left: (day: Value | undefined): void => {
      if (!entered || typeof day !== 'string') return;
      const before = entered.day;
      entered = undefined;
      if (day !== before) follow(day, before);
    },
  };
}

/** The initial draft with the rates of its day, which may differ from today. */
export async function onItsDay(declaration: EditorDeclaration, draft: Draft): Promise<Draft> {
  const day = draft.header['date'];
  if (typeof day !== 'string' || !hasRates(declaration)) return draft;
  // Without rates the field is empty, and a person fills it.
  await readRateOn(day).catch(() => undefined);
  return withRatesOfDay(declaration, draft);
}

/** The same draft when no field depends on its day. */
export function withRatesOfDay(declaration: EditorDeclaration, draft: Draft): Draft {
  const header = followed([...declaration.header, ...declaration.details], draft.header, draft.header);
  const lines = followedLines(declaration.columns, draft.lines, header);
  const costs = followedLines(declaration.costs ?? [], draft.costs, header);
  const isSame = header === draft.header && lines === draft.lines && costs === draft.costs;
  return isSame ? draft : { header, lines, costs };
}

/** True when a foreign amount has neither its own rate nor one in force on its day. */
export function lacksRate(declaration: EditorDeclaration, { header, lines, costs }: Draft): boolean {
  if (!hasRates(declaration) || !hasNoRate(header['date'])) return false;
  const isForeign = (currency: Value | undefined) =>
    typeof currency === 'number' && currency !== header['system_currency_fk'];
  const parts = [header, ...lines.map(({ fields }) => fields), ...costs.map(({ fields }) => fields)];
  return parts.some((part) => isForeign(part['currency_fk']) && isEmpty(part['rate']));
}

function hasRates({ header, details, columns, costs = [] }: EditorDeclaration): boolean {
  return [...header, ...details, ...columns, ...costs].some(({ ofDay }) => ofDay !== undefined);
}

function followedLines(columns: readonly FieldDeclaration[], lines: readonly Line[], header: Fields): readonly Line[] {
  const next = lines.map((line) => {
    const fields = followed(columns, line.fields, header);
    return fields === line.fields ? line : { ...line, fields };
  });
  return next.some((line, index) => line !== lines[index]) ? next : lines;
}

function followed(declared: readonly FieldDeclaration[], fields: Fields, header: Fields): Fields {
  const ofDay = isTyped(fields) ? undefined : declared.find((field) => field.ofDay)?.ofDay?.(header, fields);
  if (!ofDay || Object.keys(ofDay).every((field) => sameValue(fields[field], ofDay[field]))) return fields;
  return { ...fields, ...ofDay };
}

/** The rate of the day for another direction of the money; a typed rate stays. */
export const rateInstead = (direction: 'in' | 'out', header: Fields): Fields =>
  isTyped(header) ? {} : rateOfDay(direction, header['currency_fk'], header);

/** A typed rate references no record. */
const isTyped = (fields: Fields): boolean => isEmpty(fields['rate_fk']) && !isEmpty(fields['rate']);
