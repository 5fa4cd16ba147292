/**
 * Compares what a sale return states about earlier returns with those that stand, and checks that nobody gets more back
 * for a sale or a receipt than was kept for it, however many parts it comes back in.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import type { PartRefund, PosPayment, PosSale, Refund } from '../../domain/till/receipts/pos-sale-events.ts';
import { type Fact, standing } from './books.ts';
import { inBooks, money, total } from './exact.ts';
import { returnDue, returnWorth, saleDue } from './sales.ts';

type Log = readonly RecordedEvent[];

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
export function tooMuchBack(events: Log, facts: readonly Fact[]): string[] {
  const returned = Map.groupBy(
    facts.filter(({ type, data }) => type === 'sale_return.completed' && (data as SaleReturn).sale_fk !== null),
    ({ data }) => (data as SaleReturn).sale_fk,
  );
  const ofSales = [...returned].flatMap(([id, returns]) => {
    const sale = saleOf(facts, id);
    const back = total(returns.map(({ data }) => returnDue(data as SaleReturn)));
    return sale && back > saleDue(sale) ? [`sale-${id} gave ${back} back, and kept ${saleDue(sale)}`] : [];
  });
  return [...ofSales, ...ofReceipts(events)];
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
