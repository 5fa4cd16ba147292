/**
 * Parts of one debt that are paid and taken back in any order: when nothing is owed any more, nothing is left in the
 * books either (docs/decisions/0127).
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { OpenItem } from '../../domain/deciding/facts.ts';
import { type Posting, reversed } from '../../domain/entries/entry.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import type { CompletedTransaction } from '../../domain/parties/transaction-events.ts';
import { postTransaction } from '../../domain/posting/transaction.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { printFixed } from '../../domain/values/fixed-point.ts';
import { type Money, negate, printMoney, toMoney, ZERO } from '../../domain/values/money.ts';
import { convert, rate } from '../../domain/values/rate.ts';
import { RESIDUE_SCALE, residueOf } from '../../domain/values/residue.ts';
import { given } from '../domain/given.ts';
import { shop } from '../domain/shop.ts';

interface Business {
  readonly side: typeof CUSTOMER_SIDE | typeof SUPPLIER_SIDE;
  /** Of the books; debts are in the other currency. */
  readonly system: 1 | 2;
  readonly rate: string;
  /** Of the payments. */
  readonly day: string;
  readonly isCredit: boolean;
}

const businesses = fc.record<Business>({
  side: fc.constantFrom<Business['side']>(CUSTOMER_SIDE, SUPPLIER_SIDE),
  system: fc.constantFrom(1, 2),
  rate: fc.constantFrom('1480', '1483.3337', '1499.9999', '1512.0501'),
  day: fc.constantFrom('1480', '1501.7'),
  isCredit: fc.boolean(),
});

/** Positive: pays so many units; otherwise takes back the payment of that place. */
const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: -12, max: 0 })), {
  minLength: 2,
  maxLength: 14,
});

/** The account of the item, and the item, after all postings. */
function stateOf(postings: readonly Posting[], of: Business) {
  const { control, advances } = of.side;
  const account = of.isCredit ? advances : control;
  const changes = postings.flatMap(({ openItems }) => openItems).filter(({ document }) => document === 'sale-1');
  const lines = postings.flatMap(({ lines }) => lines).filter((line) => line.account.key === account);
  return {
    amount: changes.reduce((total, change) => total + change.amount, 0n) as Money,
    residue: changes.reduce((total, change) => total + (change.residue ?? 0n), 0n),
    base: lines.reduce((total, { base }) => total + base, 0n),
    foreign: lines.reduce((total, { foreign }) => total + foreign, 0n),
  };
}

it('payments of a debt, or money back on a credit, in any order', () => {
  fc.assert(
    fc.property(businesses, steps, (of, steps) => {
      const currency = of.system === 1 ? 2 : 1;
      const unit = currency === 2 ? 100n : 10_000n;
      const at = rate(of.rate);
      const sign = of.isCredit ? -1n : 1n;
      const whole = toMoney(sign * unit * 100_003n);
      const base = convert(whole, currency, of.system, at);
      const side = of.side.sign;
      const opened = {
        lines: [
          {
            account: { key: of.isCredit ? of.side.advances : of.side.control },
            base: toMoney(side * base),
            foreign: side * whole,
          },
        ],
        openItems: [{ document: 'sale-1', amount: whole, residue: residueOf(whole, base, currency, at) }],
      } as unknown as Posting;
      const paid: Posting[] = [];
      const now = () => stateOf([opened, ...paid], of);
      const alive: Posting[] = [];
      const decider = transactionDecider<string>(of.side);
      const pay = (amount: Money) => {
        const { amount: open, residue } = now();
        const item: OpenItem = {
          ...{ document: 'sale-1', date: '2026-03-01' as EffectiveDate, amount: printMoney(open), rate: of.rate },
          ...(residue === 0n ? {} : { residue: printFixed(residue, RESIDUE_SCALE) }),
        };
        const facts = shop({ openItems: [item], records: { 'system_setting-1': { currency_fk: of.system } } });
        const types = of.side === CUSTOMER_SIDE ? (['receive', 'pay_back'] as const) : (['pay', 'get_back'] as const);
        const input = {
          ...{ outlet_fk: 1, date: '2026-03-10', currency_fk: currency, amount: printMoney(amount), rate: of.day },
          ...{ account_fk: currency === 2 ? 5 : 3, transaction_type: types[of.isCredit ? 1 : 0] },
          ...(of.side === CUSTOMER_SIDE ? { customer_fk: 7 } : { supplier_fk: 8 }),
        };
        const [event] = given(decider).when({ type: 'complete', input }, facts).events();
        const posting = postTransaction(of.side, event?.data as CompletedTransaction, `${of.side.kind}-${paid.length}`);
        paid.push(posting);
        alive.push(posting);
      };
      const left = () => (now().amount < 0n ? negate(now().amount) : now().amount);
      for (const step of steps) {
        if (step > 0) {
          const amount = toMoney(BigInt(step) * unit);
          if (left() > 0n) pay(amount < left() ? amount : left());
        } else {
          const [posting] = alive.splice(-step % Math.max(alive.length, 1), 1);
          if (posting) paid.push(reversed(posting));
        }
        if (left() === ZERO) expect(now()).toMatchObject({ base: 0n, foreign: 0n, residue: 0n });
      }
      if (left() > 0n) pay(left());
      expect(now()).toMatchObject({ base: 0n, foreign: 0n, residue: 0n });
      // All of it taken back is the debt as it was.
      for (const posting of alive.toReversed()) paid.push(reversed(posting));
      expect(now()).toMatchObject({ amount: whole, base: side * base, foreign: side * whole });
    }),
    { numRuns: 300 },
  );
});
