/** The open documents that an amount settles: the named ones, or the oldest first. */
import type { Actor, OpenItem } from '../deciding/facts.ts';
import type { AllocateInput } from '../parties/transaction.schema.ts';
import type { Allocation } from '../parties/transaction-events.ts';
import { type Money, magnitude, money, negate, printMoney, readMoney, subtract, sum, ZERO } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';
import { leftOver } from '../values/residue.ts';
import { allocatedOf } from './allocation.ts';
import { otherInOrder } from './money-for-debts.ts';
import { type Exchange, isOther, otherNamed, usedIn } from './other-currency.ts';
import { isKeptForOrder, type SettledPart, settledBy, settledInOrder } from './settling.ts';

export interface Open {
  readonly items: readonly OpenItem[];
  /** Day of the allocation. */
  readonly day: string;
  /** True to settle the oldest items when none are named. */
  readonly oldest: boolean;
  /** The smallest unit of the currency. */
  readonly unit: Money;
  /** Outlet of the transaction. */
  readonly outlet: number;
  /** Settles only documents of the outlets given to this person, as `open_documents` shows only those. */
  readonly actor: Pick<Actor, 'hasOutlet'>;
  /** Currency of the amount. */
  readonly currency: number;
  /** For items in the other currency; undefined where only those of one currency can be settled. */
  readonly exchange?: Exchange | undefined;
}

const isGiven = ({ outlet }: OpenItem, actor: Open['actor']): boolean =>
  outlet === undefined || actor.hasOutlet(outlet);

/**
 * `left` is the signed amount to allocate. Named documents settle at most that; oldest-first allocation settles
 * exactly as much as possible.
 */
export function allocate(
  left: Money,
  given: AllocateInput['allocations'],
  { items, day, oldest, unit, outlet, actor, currency, exchange }: Open,
  issues: Issues,
): Allocation[] {
  // An allocation cannot be dated before its document.
  const known = items.filter((item) => item.date <= day);
  if (!given) return oldest ? oldestOfAll(left, known, { unit, outlet, actor, currency, exchange }) : [];
  const allocations = given.flatMap((value, index): Allocation[] => {
    const field = `allocations.${index}`;
    // A document may be open on several days: a purchase with a later cost of the same supplier.
    const ofDocument = itemsOf(value, known, { currency, exchange });
    const [open] = ofDocument;
    if (!open) issues.add(`${field}.document`, 'not_open');
    if (given.findIndex((other) => isSame(other, value)) !== index) {
      issues.add(`${field}.document`, 'unique');
    }
    const amount = readMoney(value.amount) ?? ZERO;
    if (amount <= 0n) issues.add(`${field}.amount`, 'greater_than', { value: '0' });
    if (!open) return [];
    if (!isGiven(open, actor)) issues.add(`${field}.document`, 'not_your_outlet');
    if (exchange && isOther(open, currency)) {
      const parts = otherNamed(value, ofDocument, exchange, field, issues);
      return parts.map((part) => ({
        ...allocationOf(part.item, { amount: part.amount, rounding: ZERO }, { outlet, currency }),
        ...usedIn(part),
      }));
    }
    if (value.used) issues.add(`${field}.used`, 'only_other_currency');
    const due = sum(ofDocument.map((item) => money(item.amount)));
    const part = settledBy(amount, due, unit);
    if (part && ofDocument.length > 1) return inParts(amount, ofDocument, { unit, outlet, currency });
    if (!part) issues.add(`${field}.amount`, 'more_than_is_open', { value: printMoney(magnitude(due)) });
    return [
      allocationOf(open, part ?? { amount: due < 0n ? negate(amount) : amount, rounding: ZERO }, { outlet, currency }),
    ];
  });
  const total = allocatedOf(allocations);
  const within = left < 0n ? total <= 0n && total >= left : total >= 0n && total <= left;
  if (!within) issues.add('allocations', 'more_than_the_amount', { value: printMoney(magnitude(left)) });
  return allocations;
}

type Named = NonNullable<AllocateInput['allocations']>[number];

const isSame = (a: Named, b: Named): boolean =>
  a.document === b.document && (a.currency_fk ?? null) === (b.currency_fk ?? null);

const isOwn = ({ currency }: OpenItem, own: number): boolean => currency === undefined || currency === own;

/** The items of a document in one currency: the named one, or else that of the amount before the other. */
function itemsOf(
  { document, currency_fk }: Named,
  items: readonly OpenItem[],
  { currency, exchange }: Pick<Open, 'currency' | 'exchange'>,
): readonly OpenItem[] {
  const all = items.filter((item) => item.document === document);
  const own = all.filter((item) => isOwn(item, currency));
  const others = exchange ? all.filter((item) => isOther(item, currency)) : [];
  if (currency_fk) return currency_fk === currency ? own : others.filter((item) => item.currency === currency_fk);
  return own.length > 0 ? own : others;
}

/** First those in the currency of the amount, then those in the other one if the command names a rate. */
function oldestOfAll(
  left: Money,
  items: readonly OpenItem[],
  open: Omit<Open, 'items' | 'day' | 'oldest'>,
): Allocation[] {
  const { currency, exchange, actor } = open;
  const own = oldestFirst(
    left,
    items.filter((item) => isOwn(item, currency)),
    open,
  );
  const rest = magnitude(subtract(left, allocatedOf(own)));
  const others = signedLike(left, items).filter((item) => isOther(item, currency));
  const at = rest > 0n && others.length > 0 && exchange?.isNamed ? exchange.rate() : undefined;
  if (!exchange || at === undefined) return own;
  const given = others.values().filter((item) => isGiven(item, actor));
  const more = otherInOrder(rest, given, exchange, at);
  return [
    ...own,
    ...more.map((part) => ({
      ...allocationOf(part.item, { amount: part.amount, rounding: ZERO }, open),
      ...usedIn(part),
    })),
  ];
}

/** Without advances on orders, which are kept for the goods of their order. */
const signedLike = (left: Money, items: readonly OpenItem[]): OpenItem[] =>
  items.filter(({ amount, document }) =>
    left < 0n ? money(amount) < 0n && !isKeptForOrder(document) : money(amount) >= 0n,
  );

/** The amount settles the oldest item of the document first. */
const inParts = (amount: Money, items: readonly OpenItem[], of: Pick<Open, 'unit' | 'outlet' | 'currency'>) =>
  settledInOrder(amount, items, (item) => money(item.amount), of.unit).map(({ item, part }) =>
    allocationOf(item, part, of),
  );

/**
 * The allocations of an amount to the party's open documents; `items` are oldest first, `left` has the sign of the
 * settled items.
 */
export function oldestFirst(
  left: Money,
  items: readonly OpenItem[],
  { unit, actor, ...of }: Pick<Open, 'unit' | 'outlet' | 'actor' | 'currency'>,
): Allocation[] {
  const signed = signedLike(left, items);
  // Lazily: a decision depends on the documents whose outlet it reads.
  const settled = signed.values().filter((item) => isGiven(item, actor));
  return settledInOrder(magnitude(left), settled, ({ amount }) => money(amount), unit).map(({ item, part }) =>
    allocationOf(item, part, of),
  );
}

function allocationOf(
  item: OpenItem,
  { amount, rounding }: SettledPart,
  { outlet: own, currency }: Pick<Open, 'outlet' | 'currency'>,
): Allocation {
  const { document, date, amount: open_amount, rate, outlet } = item;
  const rounded = rounding === ZERO ? {} : { rounding: printMoney(rounding) };
  const left = amount === money(open_amount) ? leftOver(item, item.currency ?? currency) : ZERO;
  const left_over = left === ZERO ? {} : { left_over: printMoney(left) };
  const settled = { document, date, amount: printMoney(amount), ...rounded, open_amount, rate, ...left_over };
  return outlet === undefined || outlet === own ? settled : { ...settled, outlet_fk: outlet };
}
