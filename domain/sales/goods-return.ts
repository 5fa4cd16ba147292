/**
 * The common part of sale returns, purchase returns and sale transfer returns. A return refers to the document that it
 * returns, its origin, or is entered without an origin, with its own items and prices.
 */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import {
  currencyLike,
  inSystemCurrency,
  type SettledCurrency,
  type SettledTerms,
  settleCurrency,
} from '../documents/document-rules.ts';
import type { OtherMoney } from '../documents/other-money.ts';
import type { InUnit, ReturnPosition } from '../pricing/returned-quantities.ts';
import type { ReturnedAmounts } from '../pricing/sale-return-totals.ts';
import type { Discount, LineTotals } from '../pricing/totals.ts';
import { type MovesBatches, type NamesBatches, namedBatches } from '../values/batch.ts';
import { divideRounded } from '../values/fixed-point.ts';
import { money, printMoney, subtract, toMoney } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import { readRate } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';

/** A line of a stored sale return or purchase return. */
export interface ReturnedLine extends ReturnedAmounts, ReturnPosition, InUnit, Pick<NamesBatches, 'batches'> {
  readonly line_id: number;
  readonly item_fk: number;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
  readonly note: string | null;
}

/** A stored sale return or purchase return. */
export interface GoodsReturn<Line extends ReturnedLine> extends SettledTerms, OtherMoney, MovesBatches {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly discount: Discount | null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly Line[];
}

interface CurrencyInput {
  readonly currency_fk?: number;
  readonly rate_fk?: number | null;
  readonly rate?: string | null;
}

interface Origin {
  /** Undefined when the return names no origin, or when the origin was refused. */
  readonly document: SettledCurrency | undefined;
  readonly isNamed: boolean;
  /** Message key for a currency other than the origin's. */
  readonly differs: string;
  /** Direction of the rate of a return without origin. */
  readonly direction: 'in' | 'out';
}

/** A return uses the rate of its origin, because it reverses the origin's postings. */
export function returnCurrency(input: CurrencyInput, origin: Origin, facts: Facts, issues: Issues): SettledCurrency {
  const { document, isNamed, differs, direction } = origin;
  const { currency_fk } = input;
  if (document) {
    if (currency_fk && currency_fk !== document.currency_fk) issues.add('currency_fk', differs);
    return currencyLike(document);
  }
  // A refused origin has its own issue; the currency is not required then.
  if (isNamed) return inSystemCurrency(facts);
  if (currency_fk) return settleCurrency({ ...input, currency_fk }, direction, facts, issues);
  issues.add('currency_fk', 'required');
  return inSystemCurrency(facts);
}

/**
 * The index of the origin's line that line `index` of a return refers to in `field`, or -1. Adds an issue when there
 * is no such line, and when an earlier line of the return refers to it too.
 */
export function originLine<Field extends string>(
  lines: readonly { readonly [Key in Field]?: number | null }[],
  index: number,
  field: Field,
  origin: readonly { readonly line_id: number }[],
  issues: Issues,
): number {
  const named = lines[index]?.[field];
  const at = origin.findIndex((line) => line.line_id === named);
  if (at < 0) issues.add(`lines.${index}.${field}`, 'unknown_line');
  else if (lines.findIndex((line) => line[field] === named) !== index) issues.add(`lines.${index}.${field}`, 'unique');
  return at;
}

interface OriginGoods extends InUnit {
  readonly line_id: number;
  readonly item_fk: number;
  readonly price: string;
}

/**
 * The unit in which the goods of line `own` of the origin come back: that of the origin, unless another unit of the item
 * is entered, together with the item.
 */
function returnedUnit(
  { item_fk, unit_fk }: Pick<Copied, 'item_fk' | 'unit_fk'>,
  own: OriginGoods,
  field: string,
  facts: Facts,
  issues: Issues,
  written: readonly InUnit[],
): InUnit {
  const { unit_fk: ownUnit, unit_factor } = own;
  if (!unit_fk || unit_fk === ownUnit) return { unit_fk: ownUnit, unit_factor };
  if (!item_fk) issues.add(`${field}.item_fk`, 'required');
  const units = facts.record<ItemData>('item', own.item_fk)?.data.item_units ?? [];
  const unit = units.find((of) => of.unit_fk === unit_fk);
  // A pack that changes its size leaves the draft as it was.
  const before = unit && written.find((of) => of.unit_fk === unit_fk);
  if (before) return { unit_fk, unit_factor: before.unit_factor };
  return unit ? { unit_fk, unit_factor: unit.base_unit_qty } : { unit_fk: ownUnit, unit_factor };
}

interface Returned<Own extends OriginGoods, Drafted> {
  /** Those of the origin. */
  readonly lines: readonly Own[];
  /** Those of the return as it was written, where a draft of it is changed. */
  readonly before?: readonly Drafted[] | undefined;
}

/** The lines of the origin, each in the unit in which the return's line that names it in `field` takes it back. */
export function inReturnedUnits<
  Field extends string,
  Own extends OriginGoods,
  Drafted extends InUnit & { readonly [Key in Field]?: number | null },
>(
  lines: readonly (Copied & { readonly [Key in Field]?: number | null })[],
  field: Field,
  { lines: origin, before = [] }: Returned<Own, Drafted>,
  facts: Facts,
  issues: Issues,
): readonly Own[] {
  return origin.map((own) => {
    const index = lines.findIndex((line) => line[field] === own.line_id);
    const line = lines[index];
    const written = before.filter((of) => of[field] === own.line_id);
    return line ? inUnit(own, returnedUnit(line, own, `lines.${index}`, facts, issues, written)) : own;
  });
}

/** The unit of a line; none where the line is not known, which is refused elsewhere. */
export const unitFields = (line: InUnit | undefined): InUnit => ({
  unit_fk: line?.unit_fk ?? 0,
  unit_factor: line?.unit_factor ?? '1',
});

/** A line of the origin with the unit and the price of another unit: 12,000 a box of 12 are 1,000 a piece. */
export function inUnit<Own extends OriginGoods>(own: Own, { unit_fk, unit_factor }: InUnit): Own {
  if (unit_fk === own.unit_fk) return own;
  const price = toMoney(divideRounded(money(own.price) * quantity(unit_factor), quantity(own.unit_factor)));
  return { ...own, unit_fk, unit_factor, price: printMoney(price) };
}

/** Fields that a line of a return copies from the line of its origin. */
interface Copied {
  readonly item_fk?: number | null;
  readonly unit_fk?: number | null;
  readonly price?: string | null;
  readonly discount?: Discount | null;
  readonly tax_fk?: number | null;
  readonly tax_percent?: string | null;
}

/** Refuses entered fields that differ from those of the returned lines; `differs` is the message. */
export function checkCopied<Field extends string>(
  lines: readonly (Copied & { readonly [Key in Field]?: number | null })[],
  field: Field,
  origin: readonly (Copied & { readonly line_id: number })[],
  differs: string,
  issues: Issues,
): void {
  lines.forEach((line, index) => {
    const own = origin.find(({ line_id }) => line_id === line[field]);
    if (!own) return;
    const check = (name: keyof Copied, isSame: boolean) => {
      if (!isSame) issues.add(`lines.${index}.${name}`, differs);
    };
    for (const name of ['item_fk', 'unit_fk', 'tax_fk'] as const) check(name, (line[name] ?? own[name]) === own[name]);
    for (const name of ['price', 'tax_percent'] as const) check(name, isSameAmount(line[name], own[name]));
    check('discount', isSameDiscount(line.discount, own.discount));
  });
}

/** Refuses an entered discount or rate of a return that differs from that of its origin. */
export function checkCopiedTerms(
  input: CurrencyInput & { readonly discount?: Discount | null },
  origin: SettledCurrency & { readonly discount?: Discount | null },
  differs: string,
  issues: Issues,
): void {
  if (!isSameDiscount(input.discount, origin.discount)) issues.add('discount', differs);
  if ((input.rate_fk ?? origin.rate_fk) !== origin.rate_fk) issues.add('rate_fk', differs);
  const isSameRate = !input.rate || (origin.rate !== null && readRate(input.rate) === readRate(origin.rate));
  if (!isSameRate) issues.add('rate', differs);
}

/** A field that was not entered is that of the origin; nothing and zero are the same. */
function isSameAmount(entered: string | null | undefined, own: string | null | undefined): boolean {
  return entered === null || entered === undefined || money(entered) === money(own ?? '0');
}

function isSameDiscount(entered: Discount | null | undefined, own: Discount | null | undefined): boolean {
  if (!entered || money(entered.value) === 0n) return !entered || !own || money(own.value) === 0n;
  return own?.type === entered.type && isSameAmount(entered.value, own.value);
}

interface EnteredLine {
  readonly item_fk?: number;
  readonly unit_fk?: number;
  readonly price?: string;
}

type Complete<Line extends EnteredLine> = Line & {
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly price: string;
};

const isComplete = <Line extends EnteredLine>(line: Line): line is Complete<Line> =>
  line.item_fk !== undefined && line.unit_fk !== undefined && line.price !== undefined;

/**
 * Lines of a return without origin: each has item, unit and price, and no reference to an origin in `field`. Returns
 * undefined, and adds an issue for each missing field, when a line is incomplete.
 */
export function completeLines<
  Field extends string,
  Line extends EnteredLine & { readonly [Key in Field]?: number | null },
>(lines: readonly Line[], field: Field, message: string, issues: Issues): readonly Complete<Line>[] | undefined {
  lines.forEach((line, index) => {
    for (const required of ['item_fk', 'unit_fk', 'price'] as const) {
      if (line[required] === undefined) issues.add(`lines.${index}.${required}`, 'required');
    }
    if (line[field]) issues.add(`lines.${index}.${field}`, message);
  });
  const complete = lines.filter(isComplete);
  return complete.length === lines.length ? complete : undefined;
}

/** The stored fields of a line without origin, before its amounts are calculated. */
export function withoutOrigin(
  line: Complete<EnteredLine> & {
    readonly quantity: string;
    readonly bonus_quantity?: string | null;
    readonly discount?: Discount | null;
  } & Parameters<typeof namedBatches>[0],
) {
  const { item_fk, unit_fk, quantity, bonus_quantity = null, price, discount = null } = line;
  return {
    item_fk,
    unit_fk,
    quantity,
    bonus_quantity,
    returned_before: '0',
    bonus_returned_before: '0',
    price,
    discount,
    ...namedBatches(line),
  };
}

/** The stored amounts of a line, from its totals. */
export const returnedAmounts = ({ gross, net, tax }: LineTotals): ReturnedAmounts => ({
  gross_amount: printMoney(gross),
  discount_amount: printMoney(subtract(gross, net)),
  tax_amount: printMoney(tax),
});

/** Checks the lines when a return is completed. */
export function checkReturnedLines(lines: readonly ReturnedLine[], issues: Issues): void {
  if (lines.length === 0) issues.add('lines', 'at_least_one_line');
  lines.forEach((line, index) => {
    const [count, bonus] = [quantity(line.quantity), quantity(line.bonus_quantity ?? '0')];
    if (count < 0n || bonus < 0n || count + bonus === 0n) {
      issues.add(`lines.${index}.quantity`, 'greater_than', { value: '0' });
    }
    if (money(line.price) < 0n) issues.add(`lines.${index}.price`, 'min', { value: '0' });
    if (money(line.discount_amount) > money(line.gross_amount)) {
      issues.add(`lines.${index}.discount`, 'discount_above_amount');
    }
  });
}
