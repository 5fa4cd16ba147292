/** The fee that a bank takes beside a payment of a customer or to a supplier. */
import { describe, expect, it } from 'vitest';
import { CUSTOMER_SIDE, SUPPLIER_SIDE } from '../../domain/debts/transaction-side.ts';
import { customerTransactionDocument } from '../../domain/parties/transaction.document.ts';
import { transactionDecider } from '../../domain/parties/transaction.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

const customers = transactionDecider(CUSTOMER_SIDE);
const suppliers = transactionDecider(SUPPLIER_SIDE);
const money = { outlet_fk: 1, date: '2026-03-10', currency_fk: 1, amount: '100000', account_fk: 22 };
const received = { ...money, customer_fk: 7, transaction_type: 'receive' as const };
const paid = { ...money, supplier_fk: 8, transaction_type: 'pay' as const };
const fee = { bank_fee: '1000', expense_type_fk: 1 };
const open = shop({ openItems: [openItem('sale-1', '100000')] });
const receiving = (change: object) =>
  given(customers).when({ type: 'complete', input: { ...received, ...fee, ...change } }, open);
const paying = (change: object) =>
  given(suppliers).when({ type: 'complete', input: { ...paid, ...fee, ...change } }, open);

describe('the fee of a bank beside a payment', () => {
  it('is stored with its expense, and the whole amount settles the debt', () => {
    const [event] = receiving({}).gives('customer_transaction.completed');
    expect(event?.data).toMatchObject({ ...fee, amount: '100000', allocations: [{ amount: '100000' }] });
  });

  it('is nothing where it is zero or not given, as in all payments before', () => {
    for (const none of [
      { bank_fee: null, expense_type_fk: null },
      { bank_fee: '0', expense_type_fk: null },
    ]) {
      const [event] = receiving(none).gives('customer_transaction.completed');
      expect(Object.keys(event?.data ?? {})).toEqual(expect.not.arrayContaining(['bank_fee', 'expense_type_fk']));
    }
  });

  it('needs an expense, an expense needs a fee, and both a bank account', () => {
    receiving({ expense_type_fk: null }).isRefused('expense_type_fk: required');
    receiving({ bank_fee: null }).isRefused('bank_fee: required');
    receiving({ account_fk: 3 }).isRefused('bank_fee: bank_account_expected');
    receiving({ transaction_type: 'discount', account_fk: null }).isRefused('bank_fee: bank_account_expected');
    receiving({ expense_type_fk: 99 }).isRefused('expense_type_fk: unknown_record');
  });

  it('is less than what the bank receives, and any amount beside what it pays', () => {
    receiving({ bank_fee: '100000' }).isRefused('bank_fee: less_than');
    receiving({ bank_fee: '100001' }).isRefused('bank_fee: less_than');
    receiving({ bank_fee: '99999' }).gives('customer_transaction.completed');
    paying({ bank_fee: '150000' }).gives('supplier_transaction.completed');
    paying({ bank_fee: '100000', transaction_type: 'get_back' }).isRefused('bank_fee: less_than');
  });

  it('leaves the books with its payment', () => {
    const history = given(customers).after([{ type: 'complete', input: { ...received, ...fee } }], open);
    const booked = () => {
      const [first, ...more] = customerTransactionDocument.postingsOf(history.state(), 'customer_transaction-1');
      return first && balances({ ...first, lines: [first, ...more].flatMap(({ lines }) => lines) });
    };
    expect(booked()).toEqual({ 'bank:22': '99000', 'expense-type:1': '1000', 'receivable customer-7': '-100000' });
    const back = given(customers).after(
      [
        { type: 'complete', input: { ...received, ...fee } },
        { type: 'reverse', reason: 'twice' },
      ],
      open,
    );
    expect(customerTransactionDocument.postingsOf(back.state(), 'customer_transaction-1')).toEqual([]);
  });
});
