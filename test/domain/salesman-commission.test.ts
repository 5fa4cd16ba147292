import { describe, expect, it } from 'vitest';
import { recordDecider } from '../../domain/kernel/record.ts';
import { salesman } from '../../domain/sales/salesman.record.ts';
import { salesmanCommissionDocument } from '../../domain/sales/salesman-commission.document.ts';
import type { SalesmanCommissionState } from '../../domain/sales/salesman-commission.ts';
import { salesmanCommission } from '../../domain/sales/salesman-commission.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { measured } from './histories-selling.ts';
import { RECORDS, shop } from './shop.ts';

const input = { outlet_fk: 1, salesman_fk: 2, to_date: '2026-03-31', date: '2026-03-31' };
const known = { ...shop(), queryResult: measured };
const drafted = given(salesmanCommission).after([{ type: 'draft', input }], known);
const approved = drafted.after([{ type: 'approve' }], known);
const payment = { type: 'pay_out', input: { date: '2026-04-02', account_fk: 3 } } as const;
const paid = approved.after([payment], known);
const posted = (of: typeof drafted) => salesmanCommissionDocument.postingsOf(of.state(), 'salesman_commission-9');

describe('a salesman', () => {
  const decider = recordDecider(salesman);
  it('has a percentage for each quota, and quotas that rise', () => {
    given(decider)
      .when({ type: 'register', data: { sale_man_name: 'A', commission_type: 'revenue' } })
      .isRefused('sale_man_commission_percentage: required');
    given(decider)
      .when({
        type: 'register',
        data: {
          sale_man_name: 'A',
          sale_man_quota_1: '100',
          sale_man_quota_2: '100',
          sale_man_commission_percentage_1: '1',
          sale_man_commission_percentage_3: '3',
        },
      })
      .isRefused(
        'sale_man_quota_2: greater_than',
        'sale_man_commission_percentage_2: required',
        'sale_man_quota_3: required',
      );
    given(decider)
      .when({
        type: 'register',
        data: { sale_man_name: 'A', sale_man_quota_2: '5', sale_man_commission_percentage_2: '1' },
      })
      .isRefused('sale_man_quota_1: required');
    given(decider)
      .when({ type: 'register', data: { sale_man_name: 'A' } })
      .gives('salesman.registered');
  });
});

describe('a commission that is new', () => {
  it('counts the amounts that the previous one did not include, from the day after it, by slices', () => {
    // Revenue 2,500,000 less 45,000 of returns: 1 % of the first million, 2 % of the second, 3 % of 455,000.
    expect(drafted.state()).toMatchObject({
      status: 'draft',
      data: {
        from_date: '2026-03-01',
        previous_salesman_commission_fk: 6,
        known_position: '90',
        sources: [
          { source: 'sale-1', amount: '2500000' },
          { source: 'sale_return-4', amount: '-45000' },
        ],
        basis: '2455000',
        amount: '43650',
      },
    });
  });

  it('is of the sale, of the revenue, or of the gross profit', () => {
    const basis = (commission_type: string) => {
      const records = { 'salesman-2': { ...RECORDS['salesman-2'], commission_type } };
      const of = given(salesmanCommission).after([{ type: 'draft', input }], {
        ...shop({ records }),
        queryResult: measured,
      });
      return (of.state() as { data: { basis: string } }).data.basis;
    };
    expect(['percentage', 'revenue', 'gross_profit'].map(basis)).toEqual(['2550000', '2455000', '1575000']);
  });

  it('is refused for a salesman who takes none, for days that were counted, and while the books are not read', () => {
    given(salesmanCommission)
      .when({ type: 'draft', input: { ...input, salesman_fk: 3, to_date: '2026-02-28' } }, known)
      .isRefused('salesman_fk: no_commission', 'to_date: commission_until');
    given(salesmanCommission).when({ type: 'draft', input }).isRefused('to_date: try_again_later');
  });
});

describe('a commission that is a draft', () => {
  it('is counted anew when it is changed, and is the same while only the log went on', () => {
    const later = { ...known, queryResult: { ...measured, position: '95' } };
    drafted.when({ type: 'change', input }, later).givesNothing();
    const fewer = { ...known, queryResult: { ...measured, sources: measured.sources.slice(0, 1) } };
    drafted.when({ type: 'change', input }, fewer).gives('salesman_commission.draft_changed');
    drafted.when({ type: 'discard' }).gives('salesman_commission.discarded');
    drafted.when(payment).isWrongState('change', 'approve', 'discard');
    expect(posted(drafted)).toEqual([]);
  });

  it('is not approved when another was meanwhile, nor when nothing was earned', () => {
    const other = { ...known, queryResult: { ...measured, previous: { id: 8, to_date: '2026-03-15' } } };
    drafted.when({ type: 'approve' }, other).isRefused('to_date: commission_prepare_again');
    const back = { ...known, queryResult: { ...measured, sources: measured.sources.slice(1) } };
    const negative = given(salesmanCommission).after([{ type: 'draft', input }], back);
    expect(negative.state()).toMatchObject({ data: { basis: '-45000', amount: '-450' } });
    negative.when({ type: 'approve' }, back).isRefused('to_date: commission_nothing_earned');
  });
});

describe('a commission that is approved', () => {
  it('posts the salesman’s commission, and is the successor of the previous one', () => {
    drafted.when({ type: 'approve' }, known).gives('salesman_commission.approved');
    const [accrual] = posted(approved);
    expect(accrual && balances(accrual)).toEqual({ commission: '43650', 'commission-payable salesman-2': '-43650' });
    const claims = salesmanCommissionDocument.claims?.(drafted.state(), approved.state(), 'salesman_commission-9');
    expect(claims).toMatchObject([{ kind: 'unique', key: '2:1:6', owner: 'salesman_commission-9', action: 'take' }]);
  });

  it('is paid from an account in the currency of the books, not before it counts', () => {
    approved.when(payment).gives('salesman_commission.paid');
    const [, paying] = posted(paid);
    expect(paying && balances(paying)).toEqual({ 'commission-payable salesman-2': '43650', 'cash:3': '-43650' });
    approved
      .when({ type: 'pay_out', input: { date: '2026-03-30', account_fk: 5 } })
      .isRefused('date: before_the_document', 'account_fk: account_of_another_currency');
    approved.when({ type: 'change', input }, known).isWrongState('pay_out', 'reverse');
  });
});

describe('a commission that is paid', () => {
  it('is reversed with its payment, and its place is free again', () => {
    paid.when({ type: 'reverse', reason: 'x' }).gives('salesman_commission.reversed');
    const reversed = paid.after([{ type: 'reverse', reason: 'x' }]);
    expect(posted(reversed)).toEqual([]);
    const claims = salesmanCommissionDocument.claims?.(paid.state(), reversed.state(), 'salesman_commission-9');
    expect(claims).toMatchObject([{ key: '2:1:6', action: 'release' }]);
    const claimed = (before: SalesmanCommissionState, after: SalesmanCommissionState) =>
      salesmanCommissionDocument.claims?.(before, after, 'salesman_commission-9');
    expect(claimed(approved.state(), paid.state())).toEqual([]);
    reversed.when({ type: 'approve' }).isWrongState();
  });
});
