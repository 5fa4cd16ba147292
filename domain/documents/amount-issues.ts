/**
 * Issues for the amounts of a document that exceed the bound (bounds.ts), at the fields of its body: single numbers,
 * the calculated amounts that lists show, and the postings.
 */

import type { Movement, Posting } from '../entries/entry.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import {
  exceedsBound,
  LARGEST_SHOWN,
  numbersIn,
  numberTooLarge,
  shownNumber,
  textExceedsBound,
} from '../schemas/bounds.ts';
import { listOf, membersOf, objectsOf } from '../values/members.ts';
import { extend, MONEY_SCALE, type Money, readMoney, toMoney, ZERO } from '../values/money.ts';
import { inBaseUnits, QUANTITY_SCALE, type Quantity, readQuantity, toQuantity } from '../values/quantity.ts';
import { convert, IQD, readRate, USD } from '../values/rate.ts';
import type { Issue } from '../values/refusal.ts';
import {
  baseQuantityOf,
  type DocumentBody,
  type GoodsLine,
  goodsLinesOf,
  inSystemCurrency,
  totalsOf,
} from './document-amounts.ts';

/** Checks single numbers in fields of these names, their products with neighbouring fields, and their base amounts. */
export function valueIssues(data: unknown, names: ReadonlySet<string>): Issue[] {
  const { system_currency_fk: system = IQD } = membersOf(data);
  return numbersIn(data, names).flatMap(({ path, text, holder, name }): Issue[] => {
    if (textExceedsBound(text)) return [numberTooLarge(path)];
    if (QUANTITY.test(name)) return goodsIssues(path, text, holder);
    const base = AMOUNT.test(name) ? baseOf(text, holder, system) : undefined;
    return base === undefined ? [] : moneyIssue(base, path, 'base_amount_too_large');
  });
}

const QUANTITY = /^(real_|bonus_)?quantity$/;
/**
 * Names of amounts that are converted at the rate beside them. A price is not converted itself; the amount of its line
 * is.
 */
const AMOUNT = /amount$|^(fee|debit|credit|delivery_charge)$/;

/** Checks a quantity in base units, at the price of the line's unit, and at a cost of the base unit. */
function goodsIssues(path: string, text: string, { unit_factor, unit_cost, price }: DocumentBody): Issue[] {
  const [count, factor] = [readQuantity(text), readQuantity(typeof unit_factor === 'string' ? unit_factor : '1')];
  if (count === undefined || factor === undefined) return [];
  const base = inBaseUnits(count, factor);
  const amount = largest([amountAt(price, count), amountAt(unit_cost, base)]);
  const isTooMuch = exceedsBound(base, QUANTITY_SCALE);
  if (!isTooMuch && !exceedsBound(amount, MONEY_SCALE)) return [];
  const params = { line: lineIn(path) };
  return isTooMuch
    ? [tooLarge(path, 'quantity_of_line_too_large', base, QUANTITY_SCALE, params)]
    : moneyIssue(amount, path, 'amount_of_line_too_large', params);
}

function amountAt(price: unknown, count: Quantity): Money {
  const amount = typeof price === 'string' ? readMoney(price) : undefined;
  return amount === undefined ? ZERO : extend(amount, count);
}

const lineIn = (path: string): string => String(Number(/\.(\d+)\./.exec(path)?.[1] ?? 0) + 1);

function baseOf(text: string, { rate, currency_fk }: DocumentBody, system: unknown): Money | undefined {
  const [amount, at] = [readMoney(text), typeof rate === 'string' ? readRate(rate) : undefined];
  const other = system === USD ? IQD : USD;
  if (amount === undefined || at === undefined || at <= 0n || (currency_fk ?? other) !== other) return undefined;
  return convert(amount, other, other === IQD ? USD : IQD, at);
}

/** Checks products, sums and base amounts that lists show; `found` are the issues of single fields. */
export function shownIssues(body: DocumentBody, found: readonly Issue[]): Issue[] {
  const lines = listOf(body['lines']);
  const goods = goodsLinesOf(body);
  const totals = totalsOf(body);
  const issues = goods.flatMap((line, index) => {
    const at = lines.indexOf(line);
    if (found.some(({ field }) => field.startsWith(`lines.${at}.`))) return [];
    return lineIssues(line, at, totals.lines[index] ?? NO_AMOUNTS, body);
  });
  if (issues.length > 0 || found.length > 0) return issues;
  const { gross, itemDiscount, invoiceDiscount, net, tax, total } = totals;
  const amount = largest([gross, itemDiscount + invoiceDiscount, net, tax, total]);
  const field = goods.length > 0 ? 'lines' : 'amount';
  return firstOf(
    moneyIssue(amount, field, 'total_too_large'),
    moneyIssue(inSystemCurrency(toMoney(amount), body), field, 'base_amount_too_large'),
  );
}

const NO_AMOUNTS = { gross: 0n, net: 0n, tax: 0n };

function lineIssues(line: GoodsLine, at: number, { gross, net, tax }: typeof NO_AMOUNTS, body: DocumentBody): Issue[] {
  const field = `lines.${at}.${line.real_quantity === undefined ? 'quantity' : 'real_quantity'}`;
  const params = { line: String(at + 1) };
  const count = baseQuantityOf(line);
  if (exceedsBound(count, QUANTITY_SCALE)) {
    return [tooLarge(field, 'quantity_of_line_too_large', count, QUANTITY_SCALE, params)];
  }
  const amount = largest([gross, net, tax, net + tax]);
  return firstOf(
    moneyIssue(amount, field, 'amount_of_line_too_large', params),
    moneyIssue(inSystemCurrency(toMoney(amount), body), field, 'base_amount_of_line_too_large', params),
  );
}

const firstOf = (...found: readonly Issue[][]): Issue[] => found.find((issues) => issues.length > 0) ?? [];

/**
 * Checks lines, movements and open items of a posting; one issue per field, and none for the whole document when lines
 * have issues.
 */
export function postedIssues({ lines, later, movements, openItems }: Posting, body: DocumentBody): Issue[] {
  const amounts: PostedAmount[] = [
    ...[...lines, ...(later?.lines ?? [])].map(({ base, foreign, line }) => money(largest([base, foreign]), line)),
    ...movements.map(amountOf),
    ...openItems.map(({ amount }) => money(amount, undefined)),
  ];
  const byField = new Map<string, Issue>();
  for (const { value, scale, line } of amounts) {
    if (!exceedsBound(value, scale)) continue;
    const field = fieldOf(line, body);
    byField.set(field, tooLarge(field, 'posted_amount_too_large', value, scale));
  }
  if (byField.size > 1) byField.delete('');
  return [...byField.values()];
}

interface PostedAmount {
  readonly value: bigint;
  readonly scale: number;
  /** The line of the document; undefined for the whole document. */
  readonly line: number | undefined;
}

const money = (value: bigint, line: number | undefined): PostedAmount => ({ value, scale: MONEY_SCALE, line });

/** The quantity when it exceeds the bound, otherwise the largest amount of the movement. */
function amountOf({ quantity, valued, posted, line }: Movement): PostedAmount {
  const count = largest([quantity, valued.by === 'count' ? valued.real : 0n]);
  if (exceedsBound(count, QUANTITY_SCALE)) return { value: count, scale: QUANTITY_SCALE, line };
  const unitCost = valued.by === 'average' || valued.by === 'count' ? (valued.unitCost ?? 0n) : 0n;
  const cost = extend(toMoney(unitCost), toQuantity(count));
  return money(largest([posted, cost, valued.by === 'fromComponents' ? valued.plus : 0n]), line);
}

/** The field that identifies the posted line to a person; bonus goods have the line number plus BONUS_LINE. */
function fieldOf(id: number | undefined, body: DocumentBody): string {
  const own = Object.entries(body).flatMap(([name, lines]) => {
    const at =
      id === undefined || !Array.isArray(lines) ? -1 : lines.findIndex((line) => isLine(line, id % BONUS_LINE));
    return at < 0 ? [] : [{ path: `${name}.${at}.`, holder: membersOf(objectsOf(lines)[at]) }];
  });
  const { path, holder } = own.find((value) => value.path.startsWith('lines.')) ?? own[0] ?? { path: '', holder: body };
  const field = ['price', 'amount', 'debit', 'real_quantity', 'quantity'].find(
    (name) => typeof holder[name] === 'string',
  );
  return field === undefined ? path.replace(/\.$/, '') : path + field;
}

const isLine = (line: unknown, id: number): boolean =>
  typeof line === 'object' && line !== null && membersOf(line)['line_id'] === id;

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const largest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (absolute(value) > absolute(most) ? value : most), 0n);

function moneyIssue(value: bigint, field: string, message: string, params: Issue['params'] = {}): Issue[] {
  return exceedsBound(value, MONEY_SCALE) ? [tooLarge(field, message, value, MONEY_SCALE, params)] : [];
}

function tooLarge(field: string, message: string, value: bigint, scale: number, params: Issue['params'] = {}): Issue {
  return { field, message, params: { ...params, amount: shownNumber(value, scale), value: LARGEST_SHOWN } };
}
