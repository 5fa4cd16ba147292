/**
 * What a warranty claim posts (docs/accounting.md, section 4; docs/decisions/0206). The customer's piece is not stock, so that
 * handing it in, sending it and giving it back post nothing.
 *
 *   an exchange:                    debit  warranty cost      at the moving average; costing calculates it
 *                                   credit inventory
 *   a piece that comes for it:      debit  inventory          at the cost of the exchange
 *                                   credit warranty cost
 *   a credit of the supplier:       debit  supplier advances  a credit that is open with the supplier
 *                                   credit warranty cost
 */
import { inSystemCurrency, type Movement, type Posting, posting, withBatches } from '../entries/entry.ts';
import type { ClaimCredit, Exchange, MovedPiece, SupplierAnswer } from '../sales/warranty/warranty-claim-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate, ZERO } from '../values/money.ts';
import { inBaseUnits, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { rate } from '../values/rate.ts';

const WARRANTY_COST = { key: 'warranty-cost' } as const;

export function postExchange(exchange: Exchange): Posting {
  const movements = moved(exchange, (count) => toQuantity(-count), { by: 'average' });
  return withBatches(posting(effectiveTime(exchange.date, exchange.time, 'out'), [], movements), exchange);
}

/** Undefined for an answer that moves neither goods nor money. */
export function postSupplierAnswer(answer: SupplierAnswer, document: string): Posting | undefined {
  const { credit, lines, outlet_fk, inventory_fk, system_currency_fk } = answer;
  const at = effectiveTime(answer.date, answer.time, 'in');
  if (credit) return postCredit(credit, answer.date, at, document);
  if (lines === undefined || outlet_fk === undefined || inventory_fk === undefined || system_currency_fk === undefined)
    return undefined;
  const piece = { outlet_fk, inventory_fk, system_currency_fk, lines };
  const movements = moved(piece, (count) => count, { by: 'sameCostAs', document, line: EXCHANGED_LINE });
  return withBatches(posting(at, [], movements), answer);
}

/** The line of the piece that left, as the rules of a claim number it. */
const EXCHANGED_LINE = 1;

const moved = (
  { outlet_fk, inventory_fk, lines }: MovedPiece,
  signed: (count: Quantity) => Quantity,
  valued: Movement['valued'],
): Movement[] =>
  lines.map((line) => ({
    line: line.line_id,
    pool: { kind: 'stock', item: line.item_fk, inventory: inventory_fk },
    quantity: signed(inBaseUnits(quantity(line.quantity), quantity(line.unit_factor))),
    valued,
    posted: ZERO,
    contra: WARRANTY_COST,
    outlet: outlet_fk,
  }));

/** As a return of paid goods: the supplier owes it until it is paid or settled with a purchase. */
function postCredit(credit: ClaimCredit, date: string, at: Posting['effective'], document: string): Posting {
  const { outlet_fk: outlet, currency_fk: currency, system_currency_fk: system, supplier_fk } = credit;
  const [amount, party] = [money(credit.amount), `supplier-${supplier_fk}`];
  const own = credit.rate === null ? undefined : rate(credit.rate);
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'supplier-advances' }, party, amount },
      { outlet, account: WARRANTY_COST, amount: negate(amount) },
    ],
    { currency, system, rate: own },
  );
  const opened = { party, currency, date, document, outlet, amount: negate(amount), credit: true } as const;
  return posting(at, lines, [], [own === undefined ? opened : { ...opened, rate: own }], system);
}
