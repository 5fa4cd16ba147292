/** Rules of a sale return: the data that a draft copies from the sale or the records, and the checks of completion. */

import type { Facts } from '../deciding/facts.ts';
import {
  checkPlace,
  currencyLike,
  inMoney,
  known,
  settlePayment,
  timeFrom,
  timeOf,
} from '../documents/document-rules.ts';
import { atRateOf, moneyTerms, withMoney } from '../documents/other-money.ts';
import { freeGoodsBySetting, freeGoodsOf, withoutFreeGoods } from '../pricing/free-goods.ts';
import { numberedReturns, refundedKey, refundRoundingKey, returnedInBase } from '../pricing/returned-quantities.ts';
import { type RefundedBefore, returnTotals } from '../pricing/sale-return-totals.ts';
import { BONUS_LINE, documentTotals } from '../pricing/totals.ts';
import { namedBatches } from '../values/batch.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { lesser, money, printMoney, subtract, sum, ZERO } from '../values/money.ts';
import { inBaseUnits, quantity, toQuantity } from '../values/quantity.ts';
import { Issues } from '../values/refusal.ts';
import { leftOver } from '../values/residue.ts';
import {
  checkCopied,
  checkCopiedTerms,
  checkReturnedLines,
  inReturnedUnits,
  returnCurrency,
  unitFields,
} from './goods-return.ts';
import { askAboutGifts, type Returns } from './returned-gifts.ts';
import { enteredLines, linesOfSale } from './returned-lines.ts';
import { isPosted, SALE, type SaleState } from './sale.ts';
import type { Sale, SaleLine } from './sale-events.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import type { SaleReturn, SaleReturnLine } from './sale-return-events.ts';
import { roundingStep } from './sale-rules.ts';

/** The data of a draft, which may change the one `before`; refuses values that can never become valid. */
export function returnFacts(input: SaleReturnInput, facts: Facts, before?: SaleReturn): SaleReturn {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const sale = saleOf(input.sale_fk ?? null, input.outlet_fk, facts, issues);
  const customer = input.customer_fk ?? sale?.customer_fk ?? null;
  known(facts, issues, 'customer_fk', 'customer', customer);
  if (sale && customer !== sale.customer_fk) issues.add('customer_fk', 'not_of_the_sale');
  const origin = {
    document: sale,
    isNamed: Boolean(input.sale_fk),
    differs: 'not_of_the_sale',
    direction: 'in',
  } as const;
  const currency = returnCurrency(input, origin, facts, issues);
  const paidIn = inMoney({ ...input, ...currency }, facts);
  const payment = settlePayment(paidIn, customer, 'customer_fk', facts, issues);
  const written = before?.lines;
  const of = { lines: sale?.lines ?? [], before: written };
  const sold = inReturnedUnits(input.lines, 'sale_line_id', of, facts, issues);
  if (sale) {
    checkCopiedTerms(input, sale, 'not_of_the_sale', issues);
    checkCopied(input.lines, 'sale_line_id', sold, 'not_of_the_sale', issues);
  }
  const discount = sale ? sale.discount : (input.discount ?? null);
  const saleReturn: SaleReturn = {
    outlet_fk: input.outlet_fk,
    inventory_fk: input.inventory_fk,
    sale_fk: input.sale_fk ?? null,
    sale_date: sale?.date ?? null,
    customer_fk: customer,
    date: input.date,
    time: returnTime(input, sale, facts, issues),
    ...currency,
    payment_type: input.payment_type,
    ...payment,
    ...moneyTerms(
      atRateOf({ ...input, ...currency }, sale, () => totalOf(sale)),
      'in',
      facts,
      issues,
    ),
    discount,
    rounding_step:
      paidIn.currency_fk === currency.currency_fk ? roundingStep({ ...input, ...currency, ...payment }, facts) : null,
    ...refundedBefore(sale, input.sale_fk ?? 0, facts),
    settled_amount: null,
    ...(input.came_from ? { came_from: input.came_from } : {}),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
    ...(sale?.salesman_fk === undefined ? {} : { salesman_fk: sale.salesman_fk }),
    lines: sale
      ? linesOfSale(typed(input.lines, sold), input.sale_fk ?? 0, sale, facts, issues)
      : enteredLines(
          input.sale_fk ? [] : input.lines,
          { date: input.date, discount, ...currency, written },
          facts,
          issues,
        ),
  };
  issues.throwIfAny();
  return saleReturn;
}

const totalOf = (sale: Sale | undefined) => (sale ? documentTotals(sale).total : ZERO);

function saleOf(id: number | null, outlet: number, facts: Facts, issues: Issues): Sale | undefined {
  if (id === null) return undefined;
  const state = facts.document<SaleState>(SALE, id);
  if (!state) issues.add('sale_fk', 'unknown_document');
  else if (!isPosted(state)) issues.add('sale_fk', 'sale_not_complete');
  else if (state.sale.outlet_fk !== outlet) issues.add('sale_fk', 'not_of_the_outlet');
  return state && isPosted(state) ? state.sale : undefined;
}

/** Not before the sale: on the day of the sale the default time is right after it. */
function returnTime(
  input: Pick<SaleReturnInput, 'date' | 'time'>,
  sale: Sale | undefined,
  facts: Facts,
  issues: Issues,
): string | null {
  if (!sale) return timeOf(input, facts);
  const time = timeFrom(effectiveTime(sale.date, sale.time, 'out'), input, 'in', facts);
  if (time === undefined) issues.add('date', 'before_the_sale', { value: sale.date });
  return time ?? null;
}

/** The entered fields of the lines; all others are copied from the sale's lines. `sold` has them in their units. */
function typed(lines: SaleReturnInput['lines'], sold: readonly SaleLine[]) {
  return numberedReturns(lines).map(({ line_id, sale_line_id, quantity: count, bonus_quantity, batches, note }) => ({
    line_id,
    sale_line_id: sale_line_id ?? null,
    ...unitFields(sold.find((line) => line.line_id === sale_line_id)),
    quantity: count,
    bonus_quantity,
    ...namedBatches({ batches }),
    ...(note === undefined ? {} : { note }),
  }));
}

/**
 * The completed return: shares are calculated again, because other returns of the same lines may have been completed
 * since the draft, and the customer's debt on the sale is settled first.
 */
export function completedReturn(draft: SaleReturn, facts: Facts): SaleReturn {
  const issues = new Issues();
  const sale = saleOf(draft.sale_fk, draft.outlet_fk, facts, issues);
  const present = sale ? asSold(draft, sale, issues) : draft;
  const lines = sale ? linesOfSale(draft.lines, draft.sale_fk ?? 0, sale, facts, issues) : draft.lines;
  checkReturnedLines(lines, issues);
  const time = returnTime(draft, sale, facts, issues);
  if (sale) askAboutGifts(sale, returnsOf(draft.sale_fk ?? 0, sale, lines, facts), soldLinesOf(lines), facts, issues);
  issues.throwIfAny();
  const free = sale ? freeGoodsOf(sale) : freeGoodsBySetting(lines, facts);
  const of = { ...present, ...refundedBefore(sale, draft.sale_fk ?? 0, facts), lines };
  const paid = withMoney(of, returnTotals(of).total, facts, issues);
  issues.throwIfAny();
  return { ...withoutFreeGoods(paid), ...free, time, ...settled(of, facts) };
}

const soldLinesOf = (lines: readonly SaleReturnLine[]) => lines.map(({ sale_line_id }) => sale_line_id ?? 0);

/** The quantities of the sale's lines that came back, in base units. */
function returnsOf(id: number, sale: Sale, lines: readonly SaleReturnLine[], facts: Facts): Returns {
  const before = (line: number) => {
    const unit_factor = sale.lines.find(({ line_id }) => line_id === line)?.unit_factor ?? '1';
    const levelOf = (line: number) => returnedInBase({ document: `${SALE}-${id}`, line, unit_factor, facts });
    return { sold: levelOf(line), bonus: levelOf(line + BONUS_LINE) };
  };
  const now = (line: number) => {
    const [{ sold, bonus }, own] = [before(line), lines.find(({ sale_line_id }) => sale_line_id === line)];
    const plus = (of: bigint, count: string | null | undefined) =>
      toQuantity(of + inBaseUnits(quantity(count ?? '0'), quantity(own?.unit_factor ?? '1')));
    return { sold: plus(sold, own?.quantity), bonus: plus(bonus, own?.bonus_quantity) };
  };
  return { before, now };
}

/** The refunds of the sale so far, and what was kept for it. */
function refundedBefore(sale: Sale | undefined, id: number, facts: Facts): RefundedBefore {
  if (!sale) return {};
  const of = `${SALE}-${id}`;
  const left = subtract(documentTotals(sale).total, money(facts.level(refundedKey(of))));
  return { rounding_before: facts.level(refundRoundingKey(of)), refundable_amount: printMoney(left) };
}

/** The sale may have been corrected since the draft: its terms are copied and checked again. */
function asSold({ salesman_fk: _former, ...draft }: SaleReturn, sale: Sale, issues: Issues): SaleReturn {
  const customer_fk = draft.customer_fk ?? sale.customer_fk;
  if (customer_fk !== sale.customer_fk) issues.add('customer_fk', 'not_of_the_sale');
  if (draft.currency_fk !== sale.currency_fk) issues.add('currency_fk', 'not_of_the_sale');
  const { date: sale_date, discount, salesman_fk } = sale;
  const salesman = salesman_fk === undefined ? {} : { salesman_fk };
  return { ...draft, sale_date, customer_fk, ...currencyLike(sale), discount, ...salesman };
}

function settled(
  saleReturn: SaleReturn,
  facts: Facts,
): Pick<SaleReturn, 'open_amount' | 'settled_amount' | 'left_over'> {
  if (saleReturn.payment_type !== 'on_account' || saleReturn.sale_fk === null)
    return { settled_amount: printMoney(ZERO) };
  const document = `${SALE}-${saleReturn.sale_fk}`;
  const own = facts.openItems.filter((openItem) => openItem.document === document);
  const known = sum(own.map((openItem) => money(openItem.amount)));
  const open = known > 0n ? known : ZERO;
  const { total } = returnTotals(saleReturn);
  const settled = { open_amount: printMoney(open), settled_amount: printMoney(lesser(open, total)) };
  const left = open > 0n && open <= total ? sum(own.map((item) => leftOver(item, saleReturn.currency_fk))) : ZERO;
  return left === ZERO ? settled : { ...settled, left_over: printMoney(left) };
}
