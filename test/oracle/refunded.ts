/**
 * Compares what a sale return states about earlier returns with those that stand, and checks that nobody gets more back
 * for a sale or a receipt than was kept for it, nor from a supplier than was owed for a purchase, however many parts it comes
 * back in.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { CreditedReturn, PurchaseReturn } from '../../domain/purchasing/purchase-return-events.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import type { PartRefund, PosPayment, PosSale, Refund } from '../../domain/till/receipts/pos-sale-events.ts';
import { entriesOf, type Fact, standing } from './books.ts';
import { isMoney } from './entry.ts';
import { inBooks, money, total } from './exact.ts';
import { returnDue, returnWorth, saleDue } from './sales.ts';

type Log = readonly RecordedEvent[];
type NameOf = (account: number) => string;

const BILLS = /^purchase\.(completed|received|billed)$/;

const isReturnOf =
  (sale: number | null) =>
  ({ type, data }: Fact): boolean =>
    type === 'sale_return.completed' && (data as SaleReturn).sale_fk === sale;

function saleOf(facts: readonly Fact[], id: number | null): Sale | undefined {
  return facts.find(({ type, stream }) => type === 'sale.completed' && stream === `sale-${id}`)?.data as
    | Sale
    | undefined;
}

/** Returns the stored and the computed rounding and rest of the sale before a return. */
export function refundedBefore(events: Log, { data, position }: RecordedEvent) {
  const of = data as SaleReturn;
  const facts = standing(events, position - 1n);
  const sale = saleOf(facts, of.sale_fk);
  const said = [of.rounding_before, of.refundable_amount].map((amount) =>
    amount === undefined ? '-' : `${money(amount)}`,
  );
  if (of.sale_fk === null || !sale) return [said, ['-', '-']] as const;
  const before = facts.filter(isReturnOf(of.sale_fk)).map((fact) => fact.data as SaleReturn);
  const paid = total(before.map(returnDue));
  const rounding = paid - total(before.map(returnWorth));
  return [said, [`${rounding}`, `${saleDue(sale) - paid}`]] as const;
}

/**
 * Returns a sentence for each sale and receipt for which more was given back than was kept. `facts` are those that stand at
 * the end.
 */
export function tooMuchBack(events: Log, facts: readonly Fact[], nameOf: NameOf): string[] {
  const returned = Map.groupBy(
    facts.filter(({ type, data }) => type === 'sale_return.completed' && (data as SaleReturn).sale_fk !== null),
    ({ data }) => (data as SaleReturn).sale_fk,
  );
  const ofSales = [...returned].flatMap(([id, returns]) => {
    const sale = saleOf(facts, id);
    const back = total(returns.map(({ data }) => returnDue(data as SaleReturn)));
    return sale && back > saleDue(sale) ? [`sale-${id} gave ${back} back, and kept ${saleDue(sale)}`] : [];
  });
  return [...ofSales, ...ofReceipts(events), ...ofPurchases(facts, nameOf)];
}

/** What a return of a purchase gives back, or the answer to one whose credit was awaited; undefined for other events. */
function refundOf({ type, data }: Fact): (PurchaseReturn & { readonly due: bigint }) | undefined {
  if (type === 'purchase_return.credited') {
    const { purchase_return, amount } = data as CreditedReturn;
    return { ...purchase_return, due: money(amount) };
  }
  const back = data as PurchaseReturn;
  if (type !== 'purchase_return.completed' || back.credit_awaited || back.is_before_bill) return undefined;
  return { ...back, due: total(back.lines.map(returnWorthOf)) };
}

const returnWorthOf = (line: PurchaseReturn['lines'][number]): bigint =>
  money(line.gross_amount) - money(line.discount_amount) + money(line.tax_amount);

/** What was paid or is owed for a purchase by now, with costs that its own supplier or account has. */
function ofPurchases(facts: readonly Fact[], nameOf: NameOf): string[] {
  const backs = facts.flatMap((fact) => refundOf(fact) ?? []).filter(({ purchase_fk }) => purchase_fk !== null);
  return [...Map.groupBy(backs, ({ purchase_fk }) => purchase_fk)].flatMap(([id, returns]) => {
    const [{ currency_fk: currency } = { currency_fk: 0 }] = returns;
    const own = facts.filter(({ stream, type }) => stream === `purchase-${id}` && BILLS.test(type));
    const lines = own.flatMap((fact) => entriesOf(fact, nameOf).flatMap((entry) => entry.lines));
    const given = lines.filter(({ account }) => account === 'payable' || isMoney(account));
    // Money of the other currency is not compared: its rate is its own.
    if (given.some((line) => isMoney(line.account) && line.currency !== currency)) return [];
    const billed = -total(given.filter((line) => line.currency === currency).map(({ foreign }) => foreign));
    const back = total(returns.map(({ due }) => due));
    return back > billed ? [`purchase-${id} got ${back} back, and was billed ${billed}`] : [];
  });
}

const worthOf = (payments: readonly PosPayment[], system_currency_fk: number): bigint =>
  total(payments.map((payment) => inBooks(money(payment.amount), { ...payment, system_currency_fk })));

function ofReceipts(events: Log): string[] {
  const sold = events.filter(({ type }) => type === 'pos_sale.completed');
  return sold.flatMap(({ stream, data }) => {
    const receipt = data as PosSale;
    const kept = worthOf(receipt.payments, receipt.system_currency_fk) - money(receipt.change_amount);
    const back = events.filter((event) => event.stream === stream && /refunded$/.test(event.type));
    const paid = total(
      back.map(({ type, data: refund }) =>
        type === 'pos_sale.refunded' && (refund as Refund).receipt
          ? kept
          : worthOf((refund as PartRefund).payments, receipt.system_currency_fk),
      ),
    );
    return paid > kept ? [`${stream} gave ${paid} back, and kept ${kept}`] : [];
  });
}
