/** Random documents, in both system currencies, in the shape of their events. */
import fc from 'fast-check';
import type { Expense } from '../../domain/cash/expense.ts';
import type { Income } from '../../domain/cash/income.ts';
import type { CompletedTransaction } from '../../domain/parties/transaction-events.ts';
import type { Purchase, PurchaseCost } from '../../domain/purchasing/purchase-events.ts';
import type { Sale, SaleCost } from '../../domain/sales/sale-events.ts';
import { type Money, printMoney } from '../../domain/values/money.ts';
import { printQuantity, type Quantity } from '../../domain/values/quantity.ts';

const amount = (max = 10n ** 10n) => fc.bigInt({ min: 1n, max }).map((value) => printMoney(value as Money));
const count = () => fc.bigInt({ min: 1n, max: 10n ** 10n }).map((value) => printQuantity(value as Quantity));
const rate = () => fc.bigInt({ min: 10_000_000n, max: 20_000_000n }).map((value) => printMoney(value as Money));
const percent = () => fc.bigInt({ min: 0n, max: 1_000_000n }).map((value) => printMoney(value as Money));
const percentOff = () => fc.option(percent().map((value) => ({ type: 'percent' as const, value })));

const paid = () =>
  fc.constantFrom(
    { payment_type: 'cash', account_fk: 3, account_type: 1 } as const,
    { payment_type: 'on_account', account_fk: null, account_type: null } as const,
  );

/** The currency of a document or cost, and its rate if it is foreign. */
const carried = (system: number) =>
  fc.tuple(fc.constantFrom(1, 2), rate()).map(([currency_fk, at]) => ({
    currency_fk,
    rate_fk: currency_fk === system ? null : 4,
    rate: currency_fk === system ? null : at,
  }));

const place = (system: number) => ({
  outlet_fk: 1,
  inventory_fk: 1,
  date: '2026-03-05',
  time: null,
  system_currency_fk: system,
  reference_number: null,
  note: null,
});

const cost = (system: number) =>
  fc.record({ amount: amount(), carried: carried(system), paid: paid() }).map(
    ({ amount: value, ...of }): Omit<SaleCost, 'cost_type'> => ({
      amount: value,
      ...of.carried,
      ...of.paid,
      supplier_fk: 9,
      note: null,
    }),
  );

const line = () =>
  fc.record({
    quantity: count(),
    price: amount(),
    bonus: fc.option(count()),
    discount: percentOff(),
    tax: fc.option(percent()),
  });

const lines = <Of>(
  of: (value: ReturnType<typeof line> extends fc.Arbitrary<infer L> ? L : never, index: number) => Of,
) => fc.array(line(), { minLength: 1, maxLength: 8 }).map((all) => all.map(of));

export const system = () => fc.constantFrom(1, 2);

export const randomSale = (): fc.Arbitrary<Sale> =>
  system().chain((of) =>
    fc
      .record({
        carried: carried(of),
        paid: paid(),
        discount: percentOff(),
        delivery_charge: fc.option(amount()),
        costs: fc.array(
          cost(of).map((entered) => ({ cost_type: 'other' as const, ...entered })),
          { maxLength: 3 },
        ),
        rounding_step: fc.constantFrom(null, '250', '0.25'),
        lines: lines((value, index) => ({
          line_id: index + 1,
          item_fk: index + 11,
          item_type: 'goods' as const,
          unit_fk: 1,
          unit_factor: '12',
          quantity: value.quantity,
          bonus_quantity: value.bonus,
          price: value.price,
          discount: value.discount,
          tax_percent: value.tax,
          note: null,
        })),
      })
      .map(({ carried: rated, paid: by, ...rest }) => ({ ...place(of), customer_fk: 7, ...rated, ...by, ...rest })),
  );

export const randomPurchase = (): fc.Arbitrary<Purchase> =>
  system().chain((of) =>
    fc
      .record({
        carried: carried(of),
        paid: paid(),
        discount: percentOff(),
        costs: fc.array(fc.tuple(cost(of), fc.constantFrom('value', 'quantity', 'weight', 'volume')), { maxLength: 3 }),
        lines: lines((value, index) => ({
          line_id: index + 1,
          item_fk: index + 11,
          unit_fk: 1,
          unit_factor: '12',
          unit_weight: '1.5',
          unit_volume: `0.0${index + 1}`,
          quantity: value.quantity,
          bonus_quantity: value.bonus,
          price: value.price,
          discount: value.discount,
          tax_fk: null,
          tax_percent: value.tax,
          tax_recoverable: index % 2 === 0,
          expire_date: null,
          note: null,
        })),
      })
      .map(({ carried: rated, paid: by, costs, ...rest }) => ({
        ...place(of),
        supplier_fk: 8,
        ...rated,
        ...by,
        ...rest,
        costs: costs.map(
          ([each, share_by], index): PurchaseCost => ({
            cost_id: index + 1,
            cost_type: 'freight',
            ...each,
            // A document has one rate for each supplier and currency.
            rate: costs.find(([{ currency_fk }]) => currency_fk === each.currency_fk)?.[0].rate ?? null,
            share_by: share_by as PurchaseCost['share_by'],
            shares: [],
          }),
        ),
      })),
  );

export const randomExpense = (): fc.Arbitrary<Expense> =>
  system().chain((of) => cost(of).map((entered) => ({ ...place(of), ...entered, expense_type_fk: 1 })));

export const randomIncome = (): fc.Arbitrary<Income> =>
  system().chain((of) =>
    cost(of).map(({ supplier_fk: _, ...each }) => ({ ...place(of), ...each, customer_fk: 7, income_type_fk: 1 })),
  );

/** A transaction of a party that settles parts of some documents, each at its own rate. */
export const randomTransaction = (): fc.Arbitrary<CompletedTransaction> =>
  system().chain((of) =>
    fc
      .record({
        carried: carried(of),
        type: fc.constantFrom('receive', 'pay_back'),
        open: fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 1000n }), rate()), {
          maxLength: 5,
        }),
        rest: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      })
      .map(({ carried: rated, type, open, rest }) => {
        const sign = type === 'receive' ? 1n : -1n;
        const parts = open.map(([whole, share, at], index) => ({
          document: `sale-${index + 1}`,
          date: '2026-03-01',
          amount: (sign * whole * share) / 1000n,
          whole: sign * whole,
          rate: rated.rate === null ? null : at,
        }));
        const total = parts.reduce((sum, part) => sum + part.amount, 0n);
        return {
          ...place(of),
          ...rated,
          customer_fk: 7,
          supplier_fk: 7,
          transaction_type: type as CompletedTransaction['transaction_type'],
          amount: printMoney((sign * total + rest) as Money),
          account_fk: 3,
          account_type: 1,
          replaces_fk: null,
          number: null,
          allocations: parts.map(({ whole, amount: part, ...each }) => ({
            ...each,
            amount: printMoney(part as Money),
            open_amount: printMoney(whole as Money),
          })),
        };
      }),
  );
