/** The settlement as a document: its number, its open items and its postings. */

import { ratesIn, SETTLEMENT } from '../debts/settlement-events.ts';
import { declareMoney } from '../documents/money-lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { options, type PaperColumn, texts } from '../paper/paper.ts';
import { ALLOCATIONS, voucher } from '../paper/voucher.ts';
import { backOn } from '../posting/back-on.ts';
import { postSettlement } from '../posting/settlement.ts';
import { HELD_SETTLEMENT } from '../schemas/held.schema.ts';
import { SettlementBody } from './settlement.schema.ts';
import { settlement } from './settlement.ts';

const OTHER: readonly PaperColumn[] = [
  ...texts('to_customer_fk', 'to_supplier_fk'),
  ...options('account'),
  ...texts('to_currency_fk'),
  { field: 'to_amount', kind: 'amount', currency: 'to_currency_fk' },
];

export const settlementDocument = declareMoney({
  kind: SETTLEMENT,
  resource: 'settlements',
  folder: 'parties',
  isBookkeeping: true,
  decider: settlement,
  body: SettlementBody,
  papers: voucher(
    'settlement',
    [...options('settled_as'), ...texts('customer_fk', 'supplier_fk'), ...OTHER, ...texts('reason')],
    { table: ALLOCATIONS },
  ),
  held: HELD_SETTLEMENT,
  carriedAt: 'in',
  correctionOf: ratesIn,
  openItems: (input) => {
    const { customer_fk, supplier_fk, to_customer_fk, to_supplier_fk } = input;
    const customers = [customer_fk, to_customer_fk].flatMap((id) => (id ? [`customer-${id}`] : []));
    const suppliers = [supplier_fk, to_supplier_fk].flatMap((id) => (id ? [`supplier-${id}`] : []));
    return [...new Set([...customers, ...suppliers])].map((party) => ({ party, withOutlets: true }));
  },
  readsRates: true,
  post: postSettlement,
  postBack: backOn(postSettlement),
  rule: RULES.settlement,
  prefix: 'SE-',
});
