import { describe, expect, it } from 'vitest';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { lastOf } from '../../domain/sales/commission/commission-periods.ts';
import { salesman } from '../../domain/sales/commission/salesman.record.ts';
import { salesmanCommissionDocument } from '../../domain/sales/commission/salesman-commission.document.ts';
import type { SalesmanCommissionState } from '../../domain/sales/commission/salesman-commission.ts';
import { salesmanCommission } from '../../domain/sales/commission/salesman-commission.ts';
import type { SalesmanCommission } from '../../domain/sales/commission/salesman-commission-events.ts';
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

  it('is paid from an account in the currency of the books, or in the other at a rate, not before it counts', () => {
    approved.when(payment).gives('salesman_commission.paid');
    const [, paying] = posted(paid);
    expect(paying && balances(paying)).toEqual({ 'commission-payable salesman-2': '43650', 'cash:3': '-43650' });
    approved
      .when({ type: 'pay_out', input: { date: '2026-03-30', account_fk: 5 } })
      .isRefused('date: before_the_document', 'paid_rate: required');
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

describe('a quota over a period', () => {
  const million = (count: number) => String(count * 1_000_000);
  const terms = {
    ...{ sale_man_name: 'Four', commission_type: 'percentage', sale_man_commission_percentage: '0' },
    ...{ sale_man_quota_1: million(10), sale_man_commission_percentage_1: '1' },
    ...{ sale_man_quota_2: million(20), sale_man_commission_percentage_2: '2' },
    ...{ sale_man_quota_3: null, sale_man_commission_percentage_3: null },
  };
  const sold = (month: string, count: number) => {
    return { source: `sale-${month}`, month: `2026-${month}-01`, sales: million(count), discounts: '0', cost: '0' };
  };
  type Earlier = Parameters<typeof lastOf>[0];
  const facts = (quota_period: string, sources: readonly object[], earlier: Earlier) => ({
    ...shop({ records: { 'salesman-4': { ...terms, quota_period } } }),
    queryResult: { position: '90', previous: null, sources, earlier },
  });
  const run = (quota_period: string, to_date: string, sources: readonly object[], earlier: Earlier = []) => {
    const command = { type: 'draft', input: { ...input, salesman_fk: 4, to_date, date: to_date } } as const;
    return given(salesmanCommission).after([command], facts(quota_period, sources, earlier));
  };
  const dataOf = (of: ReturnType<typeof run>) => (of.state() as { data: SalesmanCommission }).data;
  const earlierFrom = (id: number, of: SalesmanCommission) => {
    const { to_date, basis, amount, periods = null, last_salesman_commission_fk: last = null } = of;
    return { id, to_date, basis, amount, periods, last };
  };

  it('counts all runs of the month: 12 million and 12 million earn 180,000, in one run or in two', () => {
    expect(dataOf(run('month', '2026-10-31', [sold('10', 24)]))).toMatchObject({ amount: '180000' });
    const first = dataOf(run('month', '2026-10-08', [sold('10', 12)]));
    const second = dataOf(run('month', '2026-10-20', [sold('10', 12)], [earlierFrom(1, first)]));
    expect([first.amount, second.amount]).toEqual(['20000', '160000']);
    expect(second).toMatchObject({
      quota_period: 'month',
      last_salesman_commission_fk: 1,
      basis: '12000000',
      periods: [
        {
          ...{ from_date: '2026-10-01', counted_before: '12000000', earned_before: '20000' },
          ...{ basis: '12000000', amount: '160000' },
        },
      ],
    });
  });

  it('begins anew with each month, also in one run over two, and goes on in a quarter and in a year', () => {
    const both = [sold('10', 12), sold('11', 12)];
    const amounts = ['month', 'quarter', 'year', 'each'].map((of) => dataOf(run(of, '2026-11-30', both)).amount);
    expect(amounts).toEqual(['40000', '180000', '180000', '180000']);
    const across = [sold('09', 12), sold('10', 12)];
    expect(['quarter', 'year'].map((of) => dataOf(run(of, '2026-10-31', across)).amount)).toEqual(['40000', '180000']);
  });

  it('takes back what a return of the month had earned, and a return of the next month counts there', () => {
    const first = dataOf(run('month', '2026-10-20', [sold('10', 24)]));
    const earlier = [earlierFrom(1, first)];
    expect(dataOf(run('month', '2026-10-31', [sold('10', -4)], earlier)).amount).toBe('-80000');
    expect(dataOf(run('month', '2026-11-30', [sold('11', 12), sold('10', -4)], earlier)).amount).toBe('-60000');
    expect(dataOf(run('month', '2026-11-30', [sold('11', 8)], earlier)).amount).toBe('0');
  });

  it('counts a commission of before in the month of its last day', () => {
    const old = dataOf(run('each', '2026-10-08', [sold('10', 12)]));
    expect(old).not.toHaveProperty('periods');
    const next = dataOf(run('month', '2026-10-20', [sold('10', 12)], [earlierFrom(1, old)]));
    expect([old.amount, next.amount]).toEqual(['20000', '160000']);
  });

  it('is prepared again when a commission of another outlet was approved meanwhile', () => {
    const first = run('month', '2026-10-31', [sold('10', 12)]);
    const other = earlierFrom(8, dataOf(first));
    first.when({ type: 'approve' }, facts('month', [], [other])).isRefused('to_date: commission_prepare_again');
    const done = first.after([{ type: 'approve' }], facts('month', [], []));
    const claims = salesmanCommissionDocument.claims?.(first.state(), done.state(), 'salesman_commission-9');
    expect(claims?.map((claim) => 'key' in claim && claim.key)).toEqual(['4:1:0', '4:all:0']);
    const third = { ...other, id: 4, last: 8 };
    expect(lastOf([third, other])).toBe(4);
  });
});
