/** Drafts of payments that correct others: they settle the same documents. */
import { describe, expect, it } from 'vitest';
import { declaration as customerPayment } from '../../../web/sales/customer-transactions.tsx';
import { NO_IDENTITIES, toBody } from '../../../web/shared/document/model/body.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { choosesAgain, correctionDraft, settlesAsMuch } from '../../../web/shared/party/payment-draft.ts';
import { settledPage } from '../../../web/shared/party/settled-page.ts';

const declaration = {
  resource: 'customer_transactions',
  header: [
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'amount', kind: 'amount' },
  ],
  details: [{ field: 'allocate', kind: 'choice' }],
  columns: [],
} as unknown as EditorDeclaration;

const made = (allocation_id: number, standing: boolean, ...allocations: readonly object[]) => ({
  ...{ allocation_id, standing, date: '2026-03-11', allocations },
});
const correctionOf = (...allocations: readonly object[]) =>
  correctionDraft(declaration, { id: 12, status: 'complete', customer_fk: 7, amount: '6000', allocations }).header;

describe('the correction of a payment', () => {
  it('settles the documents that the other settled, not the oldest', () => {
    const first = made(0, true, { document: 'sale-3', amount: '4000', open_amount: '9000' });
    const undone = made(1, false, { document: 'sale-1', amount: '2000', open_amount: '2000' });
    const later = made(
      2,
      true,
      { document: 'sale-3', amount: '1000', open_amount: '5000' },
      { document: 'sale_return-2', amount: '-100', rounding: '-0.5', open_amount: '-100' },
    );
    expect(correctionOf(first, undone, later)).toMatchObject({
      allocate: 'chosen',
      allocations: [
        { document: 'sale-3', amount: '5000' },
        { document: 'sale_return-2', amount: '100.5' },
      ],
      replaces_fk: 12,
    });
  });

  it('settles as much of a single document as it is of, at most what was open', () => {
    const header = correctionOf(made(0, true, { document: 'sale-3', amount: '6000', open_amount: '9000' }));
    const settledBy = (amount: string) => settlesAsMuch(amount, header)['allocations'];
    expect(settledBy('4000')).toEqual([{ document: 'sale-3', amount: '4000' }]);
    expect(settledBy('10000')).toEqual([{ document: 'sale-3', amount: '9000' }]);
  });

  it('is an advance as the other was, and settles the oldest of another party', () => {
    const advance = correctionOf(made(0, false, { document: 'sale-3', amount: '6000' }));
    expect(advance).toMatchObject({ allocate: 'none', allocations: null });
    expect(choosesAgain(8, advance)).toEqual({});
    const settled = correctionOf(made(0, true, { document: 'sale-3', amount: '6000' }));
    expect(choosesAgain(8, settled)).toEqual({ allocate: 'oldest', allocations: null });
  });
});

describe('the fee of a bank', () => {
  const me = { current_outlet_fk: 1, current_inventory_fk: null, system_currency: { currency_id: 1 } };
  const account = (cash_type: number) => ({ cash_id: 9, account_name: 'Own', cash_type, currency_fk: 1 });
  const begun = (cash_type: number) =>
    customerPayment.newHeader({ me: { ...me, default_account: account(cash_type) }, today: '2026-03-11' } as never);
  const sent = (header: Fields) =>
    toBody(customerPayment, { header: { ...header, amount: '5000' }, lines: [], costs: [] }, NO_IDENTITIES).body;
  const typed = { bank_fee: '100', expense_type_fk: 3 };

  it('is sent where the account is one of a bank: the usual one, or a chosen one', () => {
    expect(sent({ ...begun(2), ...typed })).toMatchObject({ account_fk: 9, ...typed });
    expect(sent({ ...begun(1), ...typed })).toMatchObject({ account_fk: 9, bank_fee: null, expense_type_fk: null });
    const field = customerPayment.header.find(({ field: name }) => name === 'account_fk');
    const chosen = { ...begun(1), ...typed, account_fk: 4, ...field?.fills?.({ id: 4, cash_type: 2 }, {}, {}) };
    expect(sent(chosen)).toMatchObject({ account_fk: 4, ...typed });
    expect(sent(chosen)).not.toHaveProperty('account_type');
  });

  it('is not sent of a discount, nor an expense without a fee', () => {
    const discount = { ...begun(2), ...typed, transaction_type: 'discount' };
    expect(sent(discount)).toMatchObject({ bank_fee: null, expense_type_fk: null });
    expect(sent({ ...begun(2), ...typed, bank_fee: null })).toMatchObject({ bank_fee: null, expense_type_fk: null });
  });

  it('is kept by a correction', () => {
    const { header } = correctionDraft(customerPayment, {
      ...{
        id: 12,
        status: 'complete',
        customer_fk: 7,
        amount: '6000',
        account_fk: 4,
        account_type: 2,
        allocations: [],
      },
      ...typed,
    });
    expect(sent(header)).toMatchObject({ account_fk: 4, ...typed });
  });
});

describe('the document that a payment starts from', () => {
  const opening = (kind: string, ...permissions: string[]) =>
    settledPage(kind, 12, (permission) => permissions.includes(permission));

  it('is a sale, or a salesman sale for a person who may open only those', () => {
    const sale = { resource: 'sales', path: '/sales/sales/12' };
    const salesmanSale = { resource: 'salesman_sales', path: '/sales/salesman-sales/12' };
    expect(opening('sale', 'sales/show', 'salesman_sales/show')).toEqual(sale);
    expect(opening('sale', 'salesman_sales/show')).toEqual(salesmanSale);
    expect(opening('sale')).toEqual(sale);
    expect(opening('purchase', 'salesman_sales/show').resource).toBe('purchases');
  });
});
