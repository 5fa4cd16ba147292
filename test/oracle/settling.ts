/**
 * Compares the settled amount of a return with the open amount of its sale or purchase, which it settles up to its own
 * total, and the open amounts that events of purchases store.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Purchase, Receipt } from '../../domain/purchasing/purchase-events.ts';
import type { PurchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import type { SaleReturn } from '../../domain/sales/sale-return.ts';
import { entriesOf, type Fact, standing } from './books.ts';
import type { Line } from './entry.ts';
import { money, size, total } from './exact.ts';

type NameOf = (account: number) => string;

const OWED = /^(receivable|payable)$/;
const CREDIT = /^(receivable|payable|customer-advances|supplier-advances)$/;

/** The sale or purchase of a return on account, with the party and the currency of the debt. */
function origin({ type, data }: Pick<RecordedEvent, 'type' | 'data'>) {
  const { sale_fk, customer_fk, purchase_fk, supplier_fk, ...of } = data as SaleReturn & PurchaseReturn;
  const isSale = type === 'sale_return.completed';
  const id = isSale ? sale_fk : purchase_fk;
  if (of.payment_type !== 'on_account' || id === null) return undefined;
  const party = isSale ? `customer-${customer_fk}` : `supplier-${supplier_fk}`;
  return { document: `${isSale ? 'sale' : 'purchase'}-${id}`, party, currency: of.currency_fk };
}

type Origin = NonNullable<ReturnType<typeof origin>>;

/** Returns the stored and the computed settled and open amounts of a return. */
export function settledBack(events: readonly RecordedEvent[], back: RecordedEvent, nameOf: NameOf) {
  const of = origin(back);
  const { settled_amount, open_amount } = back.data as SaleReturn;
  const said = [money(settled_amount), money(open_amount)];
  if (!of) return [`${said}`, '0,0'] as const;
  const lines = entriesOf(back as Pick<Fact, 'type' | 'stream' | 'data'>, nameOf).flatMap((entry) => entry.lines);
  const worth = owed(lines, of, CREDIT);
  const open = openOn(standing(events, back.position - 1n), of, nameOf);
  const owing = open < 0n ? 0n : open;
  return [`${said}`, `${[owing < worth ? owing : worth, owing]}`] as const;
}

/** Returns the stored and the computed open amounts of a purchase, by creditor, before an event that increases them. */
export function openBefore(events: readonly RecordedEvent[], more: RecordedEvent, nameOf: NameOf) {
  const { owed_before = [], purchase, ...data } = more.data as Receipt & { readonly purchase?: Purchase };
  const { system_currency_fk: system } = purchase ?? (data as unknown as Purchase);
  const lines = entriesOf(more as Pick<Fact, 'type' | 'stream' | 'data'>, nameOf).flatMap((entry) => entry.lines);
  const facts = standing(events, more.position - 1n);
  const owedTo = lines.flatMap(({ party, currency }) => (party && currency !== system ? [{ party, currency }] : []));
  const is = owedTo.map((to) => {
    const open = openOn(facts, { ...to, document: more.stream }, nameOf);
    return open === 0n ? '' : `${to.party} ${to.currency} ${open}`;
  });
  const said = owed_before.map(
    (owedBefore) => `supplier-${owedBefore.supplier_fk} ${owedBefore.currency_fk} ${money(owedBefore.amount)}`,
  );
  const named = (all: readonly string[]) => [...new Set(all.filter((name) => name !== ''))].sort();
  return [named(said), named(is)] as const;
}

const owed = (lines: readonly Line[], { party, currency }: Origin, accounts: RegExp): bigint =>
  size(
    total(
      lines
        .filter((line) => line.party === party && line.currency === currency && accounts.test(line.account))
        .map(({ foreign }) => foreign),
    ),
  );

/**
 * Returns whether the data concern the same party and currency. A purchase can have debts in other currencies, for
 * example to a carrier.
 */
function isOf(data: object, { party, currency }: Origin): boolean {
  const { customer_fk, supplier_fk, ...of } = data as Readonly<Record<string, unknown>>;
  // The currency of `remittance.paid` is that of the remittance in its data.
  const { currency_fk } = (of['remittance'] ?? of) as Readonly<Record<string, unknown>>;
  return currency_fk === currency && [`customer-${customer_fk}`, `supplier-${supplier_fk}`].includes(party);
}

/** The open amount of a document: what it left open when it was entered, less its allocations and returns. */
function openOn(facts: readonly Fact[], of: Origin, nameOf: NameOf): bigint {
  const entered = facts
    .filter(({ stream }) => stream === of.document)
    .flatMap((fact) => entriesOf(fact, nameOf).flatMap((entry) => entry.lines));
  const settled = facts.map((fact) => {
    const { allocations = [], settled_amount } = fact.data as {
      readonly allocations?: readonly { readonly document: string; readonly amount: string }[];
      readonly settled_amount?: string | null;
    };
    const own = isOf(fact.data, of) ? allocations.filter(({ document }) => document === of.document) : [];
    const from = /_return\.completed$/.test(fact.type) ? origin(fact) : undefined;
    const back = from?.document === of.document && from.party === of.party && from.currency === of.currency;
    return total([...own.map(({ amount }) => money(amount)), back ? money(settled_amount) : 0n]);
  });
  return owed(entered, of, OWED) - total(settled);
}
