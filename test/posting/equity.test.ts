/**
 * Payroll, owners, remittances and fixed assets, as worked examples with exact amounts (docs/accounting.md, section 5).
 */
import { describe, expect, it } from 'vitest';
import { assetPurchaseDocument } from '../../domain/assets/asset-purchase.document.ts';
import { assetPurchase } from '../../domain/assets/asset-purchase.ts';
import { depreciationDocument } from '../../domain/assets/depreciation.document.ts';
import { depreciation } from '../../domain/assets/depreciation.ts';
import { remittanceDocument } from '../../domain/cash/remittance.document.ts';
import { remittance } from '../../domain/cash/remittance.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { PostingRule } from '../../domain/entries/posting-rule.ts';
import { capitalTransactionDocument } from '../../domain/equity/capital-transaction.document.ts';
import { capitalTransaction } from '../../domain/equity/capital-transaction.ts';
import { dividendDocument } from '../../domain/equity/dividend.document.ts';
import { dividend } from '../../domain/equity/dividend.ts';
import { payrollDocument } from '../../domain/people/payroll.document.ts';
import { payroll } from '../../domain/people/payroll.ts';
import { given } from '../domain/given.ts';
import {
  assetInput,
  BY_PERSON,
  belowZeroInput,
  capitalInput,
  dividendInput,
  owedElsewhere,
  payrollInput,
  remittanceInput,
  repaidInput,
  withAsset,
} from '../domain/histories-equity.ts';
import { Ledger } from './ledger.ts';
import { balances } from './reading.ts';

const paidFrom = (account_fk: number) => ({ type: 'pay_out', input: { date: '2026-04-02', account_fk } }) as const;
const postings = (document: DocumentDeclaration, state: unknown) =>
  document.postingsOf(state as never, `${document.kind}-1`);

describe('a payroll', () => {
  const approved = given(payroll).after([{ type: 'draft', input: payrollInput }, { type: 'approve' }]);

  it('is owed to each person when it is approved, and paid in one sum', () => {
    const [owed, paid] = postings(payrollDocument, approved.after([paidFrom(3)]).state());
    expect(balances(owed as never)).toEqual({
      payroll: '1530000',
      'payroll-payable user-2': '-930000',
      'payroll-payable user-3': '-600000',
    });
    expect(balances(paid as never)).toEqual({
      'payroll-payable user-2': '930000',
      'payroll-payable user-3': '600000',
      'cash:3': '-1530000',
    });
    expect([owed?.effective.slice(0, 10), paid?.effective.slice(0, 10)]).toEqual(['2026-03-31', '2026-04-02']);
  });

  it('settles a debt that takes the whole pay of a person, who is paid nothing', () => {
    const lines = [
      { user_fk: 2, base_salary: '3000', repayment: '3000' },
      { user_fk: 3, base_salary: '500' },
    ];
    const begun = given(payroll).after([{ type: 'draft', input: { ...payrollInput, lines } }, { type: 'approve' }]);
    const [owed, paid] = postings(payrollDocument, begun.after([paidFrom(3)]).state());
    expect(balances(owed as never)).toEqual({
      payroll: '3500',
      'payroll-payable user-3': '-500',
      'staff-receivable user-2': '-3000',
    });
    expect(balances(paid as never)).toEqual({ 'payroll-payable user-3': '500', 'cash:3': '-500' });
  });

  it('settles a debt in the books of the outlet that is owed it, and each outlet balances', () => {
    const begun = given(payroll).after([{ type: 'draft', input: repaidInput }, { type: 'approve' }], owedElsewhere);
    const [owed] = postings(payrollDocument, begun.state());
    const of = (outlet: number) =>
      balances({ ...owed, lines: owed?.lines.filter((line) => line.outlet === outlet) } as never);
    expect(of(1)).toEqual({
      payroll: '1530000',
      'payroll-payable user-2': '-927000',
      'payroll-payable user-3': '-600000',
      'staff-receivable user-2': '-1000',
      'inter-outlet outlet-2': '-2000',
    });
    expect(of(2)).toEqual({ 'staff-receivable user-2': '-2000', 'inter-outlet outlet-1': '2000' });
  });

  it('is paid by person from several accounts, and what was paid beyond a corrected line is owed', () => {
    const done = given(payroll).after(BY_PERSON);
    const [owed, first, second, corrected] = postings(payrollDocument, done.state());
    expect(balances(owed as never)).toEqual({
      payroll: '1530000',
      'payroll-payable user-2': '-930000',
      'payroll-payable user-3': '-600000',
    });
    expect(balances(first as never)).toEqual({ 'payroll-payable user-2': '930000', 'cash:3': '-930000' });
    expect(balances(second as never)).toEqual({ 'payroll-payable user-3': '600000', 'bank:22': '-600000' });
    expect(balances(corrected as never)).toEqual({ payroll: '-100000', 'staff-receivable user-2': '100000' });
    expect(corrected?.effective.slice(0, 10)).toBe('2026-04-10');
    // The postings of the state are those of the events, one by one.
    const { postings: rules } = payrollDocument;
    const ofEvents = done.events.flatMap(({ type, data }) => {
      const rule = rules[type as keyof typeof rules] as PostingRule<unknown>;
      return rule.does === 'post' ? [rule.post(data, 'payroll-1')] : [];
    });
    expect(postings(payrollDocument, done.state())).toEqual(ofEvents);
    expect(postings(payrollDocument, done.after([{ type: 'reverse', reason: 'x' }]).state())).toEqual([]);
  });

  it('moves between what is payable and what is owed when a line is corrected again', () => {
    const input = { line_id: 1, date: '2026-04-10', reason: 'x' };
    const steps = [
      ['700000', { payroll: '-200000', 'staff-receivable user-2': '200000' }],
      ['0', { payroll: '-700000', 'staff-receivable user-2': '700000' }],
      ['1000000', { payroll: '1000000', 'staff-receivable user-2': '-900000', 'payroll-payable user-2': '-100000' }],
      ['950000', { payroll: '-50000', 'payroll-payable user-2': '50000' }],
    ] as const;
    const lines = [{ user_fk: 2, base_salary: '900000' }];
    let done = given(payroll).after([{ type: 'draft', input: { ...payrollInput, lines } }, { type: 'approve' }]);
    done = done.after([paidFrom(3)]);
    for (const [base_salary, expected] of steps) {
      done = done.after([{ type: 'correct', input: { ...input, base_salary } }]);
      expect(balances(postings(payrollDocument, done.state()).at(-1) as never)).toEqual(expected);
    }
  });

  it('debits the person with a net pay below zero', () => {
    const done = given(payroll).after([{ type: 'draft', input: belowZeroInput }, { type: 'approve' }]);
    expect(balances(postings(payrollDocument, done.state())[0] as never)).toEqual({
      payroll: '880000',
      'payroll-payable user-2': '-930000',
      'staff-receivable user-3': '50000',
    });
  });

  it('has nothing in the books as a draft and after its reversal', () => {
    const draft = given(payroll).after([{ type: 'draft', input: payrollInput }]);
    expect(postings(payrollDocument, draft.state())).toEqual([]);
    const gone = approved.after([paidFrom(3), { type: 'reverse', reason: 'x' }]);
    expect(postings(payrollDocument, gone.state())).toEqual([]);
  });
});

describe('a dividend', () => {
  it('is debited to retained earnings when it is declared, and credited to cash when it is paid', () => {
    const paid = given(dividend).after([{ type: 'draft', input: dividendInput }, { type: 'approve' }, paidFrom(3)]);
    const [declared, payment] = postings(dividendDocument, paid.state());
    expect(balances(declared as never)).toEqual({
      'retained-earnings': '1000',
      'dividends-payable stockholder-1': '-300',
      'dividends-payable stockholder-2': '-600',
      'dividends-payable stockholder-3': '-100',
    });
    expect(balances(payment as never)['cash:3']).toBe('-1000');
  });
});

/** 1,000 dollars of capital in cash account 5, carried at 1,480,000. */
function withCapital(): Ledger {
  const ledger = new Ledger();
  const done = given(capitalTransaction).after([{ type: 'complete', input: capitalInput }]);
  expect(ledger.post('capital_transaction-1', postings(capitalTransactionDocument, done.state())[0])).toEqual({
    'cash:5': '1480000',
    'capital:1': '-1480000',
  });
  return ledger;
}

describe('capital', () => {
  it('that is withdrawn in dollars realises the difference to their carrying value', () => {
    const input = { ...capitalInput, transaction_type: 'withdrawal' as const, amount: '1000' };
    const done = given(capitalTransaction).after([{ type: 'complete', input }]);
    expect(withCapital().post('capital_transaction-2', postings(capitalTransactionDocument, done.state())[0])).toEqual({
      'capital:1': '1490000',
      'cash:5': '-1480000',
      'fx-realised': '-10000',
    });
  });
});

describe('a remittance', () => {
  const sent = given(remittance).after([{ type: 'draft', input: remittanceInput }, { type: 'approve' }]);

  it('of 100 USD with a fee of 2 keeps its value on the way, and only the fee realises', () => {
    const ledger = withCapital();
    const [onItsWay, paidOut] = postings(remittanceDocument, sent.after([paidFrom(18)]).state());
    // 100 dollars at the carrying rate of 1,480; the fee of 2 dollars is posted at 1,490, and leaves at 1,480.
    expect(ledger.post('remittance-1', onItsWay)).toEqual({
      'remittance:17': '148000',
      'expense-type:1': '2980',
      'cash:5': '-150960',
      'fx-realised': '-20',
    });
    expect(ledger.post('remittance-1', paidOut)).toEqual({ 'bank:18': '148000', 'remittance:17': '-148000' });
    expect(ledger.reverse('remittance-1')).toEqual({
      'bank:18': '-148000',
      'expense-type:1': '-2980',
      'cash:5': '150960',
      'fx-realised': '20',
    });
  });

  /** What the payout posts, after 100 dollars were sent that are carried at 1,480. */
  function received(input: object): { readonly all: unknown; of(outlet: number): unknown } {
    const ledger = withCapital();
    const paid = sent.after([{ type: 'pay_out', input: { date: '2026-04-02', ...input } }]);
    const [onItsWay, arrived] = postings(remittanceDocument, paid.state());
    ledger.post('remittance-1', onItsWay);
    const all = ledger.post('remittance-1', arrived);
    const of = (outlet: number) =>
      balances({ ...arrived, lines: arrived?.lines.filter((line) => line.outlet === outlet) } as never);
    return { all, of };
  }

  it('is received in another outlet, and each outlet balances', () => {
    const { all, of } = received({ account_fk: 15 });
    expect(all).toMatchObject({ 'bank:15': '148000', 'remittance:17': '-148000' });
    expect(of(1)).toMatchObject({ 'remittance:17': '-149000', 'inter-outlet outlet-2': '149000' });
    expect(of(2)).toMatchObject({ 'bank:15': '149000', 'inter-outlet outlet-1': '-149000' });
  });

  it('is received short: a second fee or a loss is an expense, and the money on its way is gone', () => {
    expect(received({ account_fk: 18, missing_amount: '5', expense_type_fk: 1 }).all).toEqual({
      ...{ 'bank:18': '140600', 'expense-type:1': '7450', 'remittance:17': '-148000', 'fx-realised': '-50' },
    });
    expect(received({ supplier_fk: 9, missing_amount: '5', expense_type_fk: 1 }).all).toMatchObject({
      ...{ 'expense-type:1': '7450', 'remittance:17': '-148000' },
    });
  });

  it('is received in the other currency, and realises the difference', () => {
    const dinars = { account_fk: 3, received_amount: '147000' };
    expect(received(dinars).all).toEqual({ 'cash:3': '147000', 'remittance:17': '-148000', 'fx-realised': '1000' });
    const short = { account_fk: 3, received_amount: '139650', missing_amount: '5', expense_type_fk: 1 };
    expect(received(short).all).toEqual({
      ...{ 'cash:3': '139650', 'expense-type:1': '7450', 'remittance:17': '-148000', 'fx-realised': '900' },
    });
  });

  it('is lost, or comes back to the sender on a day', () => {
    expect(received({ missing_amount: '100', expense_type_fk: 1 }).all).toEqual({
      ...{ 'expense-type:1': '149000', 'remittance:17': '-148000', 'fx-realised': '-1000' },
    });
    expect(received({ account_fk: 5 }).all).toEqual({ 'cash:5': '148000', 'remittance:17': '-148000' });
  });
});

describe('a fixed asset', () => {
  it('of 1,000 USD at 1,490 on account is the asset’s own account against its supplier', () => {
    const bought = given(assetPurchase).after([{ type: 'enter', input: assetInput }]);
    expect(balances(postings(assetPurchaseDocument, bought.state())[0] as never)).toEqual({
      'fixed-assets:1': '1490000',
      'payable supplier-9': '-1490000',
    });
  });

  it('is depreciated by a seventh of 1,400,000 a month', () => {
    const input = { outlet_fk: 1, date: '2026-04-30', lines: [{ asset_purchase_fk: 1 }] };
    const done = given(depreciation).after([{ type: 'complete', input }], withAsset);
    expect(balances(postings(depreciationDocument, done.state())[0] as never)).toEqual({
      'depreciation fixed_asset-1': '200000',
      'accumulated-depreciation fixed_asset-1': '-200000',
    });
  });
});
