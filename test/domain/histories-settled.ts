/** Histories of settlements: a bad debt, and set-offs between parties and currencies. */
import type { OpenItem } from '../../domain/deciding/facts.ts';
import type { SettlementInput } from '../../domain/parties/settlement.schema.ts';
import { settlement } from '../../domain/parties/settlement.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const open = (party: string, currency: number, ...item: Parameters<typeof openItem>): OpenItem => ({
  ...openItem(...item),
  ...{ party, currency, outlet: 1 },
});

/** What a customer and two suppliers have open, in dinars and in dollars; `sale-4` is in the books of outlet 2. */
export const openItems: readonly OpenItem[] = [
  open('customer-7', 1, 'sale-1', '60000'),
  { ...open('customer-7', 1, 'sale-4', '40000', null, '2026-03-02'), outlet: 2 },
  open('customer-7', 1, 'sale_return-2', '-15000', null, '2026-03-03'),
  open('customer-7', 2, 'sale-5', '100', '1470', '2026-03-03'),
  open('supplier-8', 1, 'purchase-1', '70000'),
  open('supplier-8', 2, 'purchase-2', '30', '1490', '2026-03-02'),
];

const base = { outlet_fk: 1, date: '2026-03-10', customer_fk: 7, settled_as: 'debt', currency_fk: 1 } as const;
/** The account of the first type of expense. */
export const BAD_DEBTS = 610000001;

export const written = {
  ...{ ...base, amount: '70000', account: BAD_DEBTS, reason: 'left the country' },
} satisfies SettlementInput;
export const setOff = {
  ...{ ...base, amount: '100000', to_supplier_fk: 8, reason: 'one person', reference_number: 'A-7' },
} satisfies SettlementInput;
const inOther = {
  ...{ ...base, currency_fk: 2, rate_fk: 4, amount: '50', to_customer_fk: 7, to_currency_fk: 1, to_amount: '74000' },
  ...{ allocations: [{ document: 'sale-5', amount: '50' }], reason: 'agreed in dinars' },
} satisfies SettlementInput;
const credit = {
  ...{ ...base, settled_as: 'credit', amount: '15000', to_customer_fk: 7, reason: 'the return', note: 'by telephone' },
  ...{ to_allocations: [{ document: 'sale-1', amount: '15000' }] },
} satisfies SettlementInput;

const entered = (input: SettlementInput) => given(settlement).after([{ type: 'complete', input }], shop({ openItems }));

export const SETTLED = {
  settlement: [
    given(settlement).after(
      [
        { type: 'complete', input: written },
        { type: 'reverse', reason: 'came back' },
      ],
      shop({ openItems }),
    ),
    entered(setOff),
    given(settlement).after(
      [
        { type: 'complete', input: setOff },
        { type: 'reverse', reason: 'not agreed', date: '2026-04-02' },
      ],
      shop({ openItems }),
    ),
    entered(inOther),
    entered(credit),
  ],
};
