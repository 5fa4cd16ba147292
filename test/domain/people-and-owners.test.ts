import { describe, expect, it } from 'vitest';
import { capitalTransaction } from '../../domain/equity/capital-transaction.ts';
import { dividend } from '../../domain/equity/dividend.ts';
import { payroll } from '../../domain/people/payroll.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { lookedUpFields, seenData } from '../../domain/registry/lookup-permission.ts';
import { salesman } from '../../domain/sales/commission/salesman.record.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { given } from './given.ts';
import { capitalInput, dividendInput, payrollInput } from './histories-equity.ts';
import { shop } from './shop.ts';

const approve = { type: 'approve' } as const;
const pay = { type: 'pay_out', input: { date: '2026-04-02', account_fk: 3 } } as const;
/** A pay of 500. */
const owing = { user_fk: 2, base_salary: '600', deduction: '100' };
const reverse = { type: 'reverse', reason: 'entered twice' } as const;
const amountsOf = (data: unknown) =>
  (data as { readonly lines: readonly { readonly amount: string }[] }).lines.map(({ amount }) => amount);

describe('a payroll that is prepared', () => {
  const prepared = given(payroll).after([{ type: 'draft', input: payrollInput }]);

  it('owes each person salary and addition less deduction, and adds up', () => {
    const [event] = given(payroll).when({ type: 'draft', input: payrollInput }).gives('payroll.drafted');
    expect(event?.data).toMatchObject({ amount: '1530000', currency_fk: 1 });
    expect(amountsOf(event?.data)).toEqual(['930000', '600000']);
  });

  it('is refused with all wrong fields at once', () => {
    const lines = [
      { user_fk: 2, base_salary: '0' },
      { user_fk: 2, base_salary: '5' },
      { user_fk: 99, base_salary: '5' },
    ];
    given(payroll)
      .when({ type: 'draft', input: { ...payrollInput, to_date: '2026-02-01', lines } }, shop({ outlets: [2] }))
      .isRefused(
        'outlet_fk: not_your_outlet',
        'to_date: end_date_after_start_date',
        'lines.0.base_salary: greater_than',
        'lines.1.user_fk: unique',
        'lines.2.user_fk: unknown_record',
      );
    given(payroll)
      .when({ type: 'draft', input: { ...payrollInput, lines: [] } })
      .isRefused('lines: at_least_one_line');
  });

  it('may keep back the whole pay for a debt, and no more', () => {
    const draft = (repayment: string) =>
      given(payroll).when({ type: 'draft', input: { ...payrollInput, lines: [{ ...owing, repayment }] } });
    const [event] = draft('500').gives('payroll.drafted');
    expect(event?.data).toMatchObject({ amount: '0', lines: [{ amount: '0', repayment: '500' }] });
    draft('501').isRefused('lines.0.repayment: max');
  });

  it('is approved or discarded, and not paid before', () => {
    prepared.when(approve).gives('payroll.approved');
    prepared.when({ type: 'discard' }).gives('payroll.discarded');
    prepared.when({ type: 'change', input: payrollInput }).givesNothing();
    prepared.when(pay).isWrongState('change', 'approve', 'discard');
  });
});

describe('a payroll that is approved', () => {
  const approved = given(payroll).after([{ type: 'draft', input: payrollInput }, approve]);

  it('is paid from an account in its currency, or in the other at a rate, not before its date', () => {
    approved.when(pay).gives('payroll.paid');
    approved
      .when({ type: 'pay_out', input: { date: '2026-03-30', account_fk: 5 } })
      .isRefused('date: before_the_document', 'paid_rate: required');
    approved.when({ type: 'change', input: payrollInput }).isWrongState('pay_out', 'correct', 'reverse');
  });

  it('settles debts of its own outlet first, then of those that are given to the person', () => {
    const owed = (...debts: readonly [outlet: number, owed: string][]) => ({
      periods: [],
      owed: debts.map(([outlet_fk, amount]) => ({ user_fk: 2, outlet_fk, owed: amount })),
    });
    const input = { ...payrollInput, lines: [{ ...owing, repayment: '500' }] };
    const settles = (queryResult: unknown, outlets: readonly number[] = [1, 2, 3]) =>
      given(payroll)
        .after([{ type: 'draft', input }])
        .when(approve, { ...shop({ outlets }), queryResult });
    const parts = (queryResult: unknown, outlets?: readonly number[]) => {
      const [event] = settles(queryResult, outlets).gives('payroll.approved');
      return objectsOf(membersOf(event?.data)['lines'])[0]?.['repaid_in'];
    };
    expect(parts(owed([1, '500'], [2, '900']))).toBeUndefined();
    expect(parts(owed([1, '200'], [2, '250'], [3, '900']))).toEqual([
      { outlet_fk: 2, amount: '250' },
      { outlet_fk: 3, amount: '50' },
    ]);
    expect(parts(owed([1, '-300'], [2, '900']))).toEqual([{ outlet_fk: 2, amount: '500' }]);
    expect(parts(owed([2, '900'], [3, '900']), [1, 3])).toEqual([{ outlet_fk: 3, amount: '500' }]);
    settles(owed([2, '900']), [1]).isRefused('lines.0.repayment: owed_to_other_outlets');
    // Nobody is owed this: the claim of the person's debts refuses it.
    expect(parts(owed())).toBeUndefined();
  });

  it('is not paid when the whole pay is kept back', () => {
    const input = { ...payrollInput, lines: [{ ...owing, repayment: '500' }] };
    const settled = given(payroll).after([{ type: 'draft', input }, approve]);
    settled.when(pay).isWrongState('correct', 'reverse');
    settled.when(reverse).gives('payroll.reversed');
  });

  it('is reversed, paid or not, and then nothing more happens to it', () => {
    approved.when(reverse).gives('payroll.reversed');
    const paid = approved.after([pay]);
    paid.when(reverse).gives('payroll.reversed');
    paid.when(approve).isWrongState('correct', 'reverse');
    paid.after([reverse]).when(pay).isWrongState('');
  });
});

describe('a payroll that is paid and corrected by person', () => {
  const staff = Array.from({ length: 45 }, (_, index) => index + 2);
  const people = shop({
    records: Object.fromEntries(staff.map((user_fk) => [`user-${user_fk}`, { user_name: 'Two' }])),
  });
  const asking = { ...people, confirmed: false };
  const input = { ...payrollInput, lines: staff.map((user_fk) => ({ user_fk, base_salary: '600000' })) };
  const approved = given(payroll).after([{ type: 'draft', input }, approve], people);
  const payment = (lines: readonly number[], more: object = {}) =>
    ({
      type: 'pay_out',
      input: { date: '2026-04-02', account_fk: 3, lines: lines.map((line_id) => ({ line_id })), ...more },
    }) as const;
  const correction = (line_id: number, base_salary: string, more: object = {}) =>
    ({ type: 'correct', input: { date: '2026-04-10', line_id, base_salary, reason: 'wrong days', ...more } }) as const;
  const lineOf = (state: unknown, line: number) =>
    objectsOf(membersOf(membersOf(state)['data'])['lines']).find(({ line_id }) => line_id === line);
  const [inCash, byBank] = [staff.slice(0, 20).map((user) => user - 1), staff.slice(20).map((user) => user - 1)];

  it('pays 20 of 45 in cash and 25 by the bank on another day, and is paid with the last of them', () => {
    const [first] = approved.when(payment(inCash), people).gives('payroll.paid');
    expect(first?.data).toMatchObject({ account_fk: 3, payroll: { amount: '12000000' } });
    expect(amountsOf(membersOf(first?.data)['payroll'])).toHaveLength(20);
    const partly = approved.after([payment(inCash)], people);
    expect(partly.state()).toMatchObject({ status: 'approved', payment: null, data: { amount: '27000000' } });
    const bank = payment(byBank, { date: '2026-04-05', account_fk: 22 });
    const [second] = partly.when(bank, people).gives('payroll.paid');
    expect(second?.data).toMatchObject({ date: '2026-04-05', account_type: 2, payroll: { amount: '15000000' } });
    expect(partly.after([bank], people).state()).toMatchObject({ status: 'paid', paid_parts: [{}, {}] });
  });

  it('pays all that is left when no line is chosen, and in one sum as before when nothing was paid', () => {
    const rest = approved.after([payment([7])], people).after([pay], people);
    expect(rest.events.at(-1)?.data).toMatchObject({ payroll: { amount: '26400000' } });
    const whole = approved.after([pay], people);
    expect(whole.state()).toMatchObject({ status: 'paid', payment: { payroll: { amount: '27000000' } } });
    expect(whole.state()).not.toHaveProperty('paid_parts');
    expect(approved.after([payment([...inCash, ...byBank])], people).events.at(-1)?.data).toEqual(
      whole.events.at(-1)?.data,
    );
  });

  it('pays no line twice, and no unknown one', () => {
    approved
      .after([payment([7])], people)
      .when(payment([7]), people)
      .givesNothing();
    approved.when(payment([7, 7, 46]), people).isRefused('lines.1.line_id: unique', 'lines.2.line_id: unknown_record');
    approved.when(payment([7], { date: '2026-03-30' }), people).isRefused('date: before_the_document');
  });

  it('has one line corrected before it is paid, down and up', () => {
    for (const [salary, total, date] of [
      ['450000', '26850000', '2026-04-02'],
      ['0', '26400000', '2026-04-02'],
      ['700000', '27100000', '2026-04-10'],
    ] as const) {
      const corrected = approved.after([correction(3, salary)], people);
      expect(corrected.state()).toMatchObject({ status: 'approved', data: { amount: total } });
      expect(corrected.after([payment([], { date })], people).state()).toMatchObject({ status: 'paid' });
    }
    approved.when(correction(3, '450000'), people).gives('payroll.corrected');
    approved.when(correction(3, '600000'), people).givesNothing();
    approved
      .when(correction(99, '1', { date: '2026-03-01' }), people)
      .isRefused('line_id: unknown_record', 'date: before_the_document');
  });

  it('makes a person owe what was paid beyond the corrected pay, after a question', () => {
    const paid = approved.after([pay], people);
    paid.when(correction(3, '450000'), asking).isRefused('base_salary: pay_becomes_a_debt');
    const less = paid.after([correction(3, '450000')], people);
    expect(less.state()).toMatchObject({ status: 'paid', data: { amount: '26850000' } });
    expect(lineOf(less.state(), 3)).toMatchObject({ amount: '450000', debt_amount: '150000' });
    const none = less.after([correction(3, '0', { deduction: '50000' })], people);
    expect(lineOf(none.state(), 3)).toMatchObject({ amount: '0', debt_amount: '650000' });
    // Back to more than what was paid: the debt is gone, and the rest is payable.
    const more = none.after([correction(3, '700000')], people);
    expect(more.state()).toMatchObject({ status: 'approved', data: { amount: '27100000' } });
    expect(lineOf(more.state(), 3)).not.toHaveProperty('debt_amount');
    more.when(payment([]), people).isRefused('date: before_the_document');
    const rest = more.after([payment([], { date: '2026-04-11' })], people);
    expect(rest.events.at(-1)?.data).toMatchObject({ payroll: { amount: '100000', lines: [{ line_id: 3 }] } });
    expect(rest.state()).toMatchObject({ status: 'paid' });
    rest.when(reverse).gives('payroll.reversed');
    rest.after([reverse]).when(correction(3, '1')).isWrongState('');
  });

  it('owes a net pay below zero to the business from its approval on, after a question', () => {
    const draft = (line: object) =>
      given(payroll).when({ type: 'draft', input: { ...payrollInput, lines: [{ ...owing, ...line }] } });
    const [event] = draft({ deduction: '650' }).gives('payroll.drafted');
    expect(event?.data).toMatchObject({ amount: '0', lines: [{ amount: '0', debt_amount: '50' }] });
    draft({ deduction: '650', repayment: '1' }).isRefused('lines.0.repayment: max');
    // A whole deduction, as for a month without work: neither is owed.
    const [nothing] = draft({ deduction: '600' }).gives('payroll.drafted');
    expect(nothing?.data).toMatchObject({ amount: '0', lines: [{ amount: '0' }] });
    draft({ deduction: '600', repayment: '1' }).isRefused('lines.0.repayment: max');
    const drafted = given(payroll).after([
      { type: 'draft', input: { ...payrollInput, lines: [{ ...owing, deduction: '650' }] } },
    ]);
    drafted.when(approve, asking).isRefused('lines.0.base_salary: pay_becomes_a_debt');
    drafted.when(approve).gives('payroll.approved');
    drafted.after([approve]).when(pay).isWrongState('correct', 'reverse');
  });
});

describe('a dividend', () => {
  it('is shared by the percentages of those without an amount, in payable amounts', () => {
    const [event] = given(dividend).when({ type: 'draft', input: dividendInput }).gives('dividend.drafted');
    expect(amountsOf(event?.data)).toEqual(['300', '600', '100']);
  });

  it('is refused when a share has no percentage, or amounts do not add up', () => {
    const draft = (lines: typeof dividendInput.lines, amount = '1000') =>
      given(dividend).when({ type: 'draft', input: { ...dividendInput, amount, lines } });
    draft([{ stockholder_fk: 3 }]).isRefused('lines.0.amount: required');
    draft([{ stockholder_fk: 3, amount: '999' }]).isRefused('amount: lines_must_add_up');
    draft([{ stockholder_fk: 3, amount: '1001' }, { stockholder_fk: 1 }]).isRefused('amount: lines_must_add_up');
    draft([{ stockholder_fk: 1 }, { stockholder_fk: 1 }], '0').isRefused(
      'amount: greater_than',
      'lines.1.stockholder_fk: unique',
    );
  });
});

describe('the shares of a dividend', () => {
  const holder = (
    stockholder_name: string,
    share_percentage: string | null,
    ...earlier: readonly [string, string][]
  ) => ({
    ...{ stockholder_name, share_percentage },
    earlier_shares: earlier.map(([until_date, share]) => ({ until_date, share_percentage: share })),
  });
  const owned = shop({
    records: {
      'stockholder-1': holder('One', '30', ['2025-12-31', '100'], ['2026-08-31', '60']),
      'stockholder-2': holder('Two', '70', ['2026-08-31', '40'], ['2025-12-31', '0']),
      'stockholder-3': holder('Three', '80'),
    },
  });
  const of = (day: object, ...holders: readonly number[]) =>
    given(dividend).when(
      {
        type: 'draft',
        input: {
          ...dividendInput,
          amount: '1000001',
          ...day,
          lines: holders.map((stockholder_fk) => ({ stockholder_fk })),
        },
      },
      owned,
    );
  const shared = (day: object) => amountsOf(of(day, 1, 2).gives('dividend.drafted')[0]?.data);

  it('are those of its record day, which is its own day unless another was entered', () => {
    expect(shared({ date: '2026-06-30' })).toEqual(['600001', '400000']);
    expect(shared({ date: '2026-08-31' })).toEqual(['600001', '400000']);
    expect(shared({ date: '2026-09-01' })).toEqual(['300000', '700001']);
    const [event] = of({ date: '2026-10-05', record_date: '2026-06-30' }, 1, 2).gives('dividend.drafted');
    expect(event?.data).toMatchObject({ record_date: '2026-06-30' });
    expect(amountsOf(event?.data)).toEqual(['600001', '400000']);
  });

  it('must be the whole: more or less is refused, and nobody gets what an unlisted stockholder has', () => {
    of({ date: '2026-09-01' }, 1, 2, 3).isRefused('lines: shares_must_be_whole');
    of({ date: '2026-09-01' }, 1).isRefused('lines: shares_must_be_whole');
    of({ date: '2025-06-30' }, 1, 2).isRefused('lines.1.amount: required');
    const thirds = shop({
      records: Object.fromEntries([1, 2, 3].map((id) => [`stockholder-${id}`, holder('Third', '33.33')])),
    });
    const lines = [1, 2, 3].map((stockholder_fk) => ({ stockholder_fk }));
    const [event] = given(dividend)
      .when({ type: 'draft', input: { ...dividendInput, lines } }, thirds)
      .gives('dividend.drafted');
    expect(amountsOf(event?.data)).toEqual(['334', '333', '333']);
  });
});

describe('a capital transaction', () => {
  const complete = (change: object, facts = shop()) =>
    given(capitalTransaction).when({ type: 'complete', input: { ...capitalInput, ...change } }, facts);

  it('is received at the in rate and paid at the out rate', () => {
    const [paidIn] = complete({}).gives('capital_transaction.completed');
    expect(paidIn?.data).toMatchObject({ rate: '1480', account_type: 1 });
    const [takenOut] = complete({ transaction_type: 'withdrawal' }).gives('capital_transaction.completed');
    expect(takenOut?.data).toMatchObject({ rate: '1490' });
  });

  it('is refused with all wrong fields at once', () => {
    complete({ stockholder_fk: 9, amount: '0', account_fk: 3, rate: '0' }).isRefused(
      'stockholder_fk: unknown_record',
      'amount: greater_than',
      'rate: greater_than',
    );
  });

  it('is reversed once', () => {
    const done = given(capitalTransaction).after([{ type: 'complete', input: capitalInput }]);
    done.when(reverse).gives('capital_transaction.reversed');
    done.after([reverse]).when(reverse).givesNothing();
  });
});

describe('a salesman', () => {
  it('may name the person as whom the salary is paid', () => {
    const data = { sale_man_name: 'Rebin', base_salary: '600', user_fk: 2 };
    const [event] = given(recordDecider(salesman)).after([{ type: 'register', data }]).events;
    expect(event?.data).toMatchObject({ user_fk: 2, base_salary: '600' });
    expect(salesman.defaults['user_fk']).toBeNull();
  });

  it('shows neither the salary nor the person where it is only looked up', () => {
    const shown = (...held: string[]) =>
      lookedUpFields(salesman, { can: (permission) => permission.split('##').some((each) => held.includes(each)) });
    expect(shown('salesmen/index')).toBeUndefined();
    for (const field of ['base_salary', 'user_fk']) expect(shown('payrolls/store')).not.toContain(field);
    const data = { sale_man_name: 'Rebin', base_salary: '600', user_fk: 2 };
    const seen = (held: string) =>
      seenData(salesman, data, {
        can: (permission) => permission.includes(held),
        hasOutlet: () => true,
        hasInventory: () => true,
      });
    expect(seen('salesmen/index')).toEqual(data);
    expect(seen('payrolls/store')).toEqual({ sale_man_name: 'Rebin' });
  });
});
