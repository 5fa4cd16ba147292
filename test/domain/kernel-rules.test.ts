/** Rules that documents of many kinds share, at their boundaries. */
import { describe, expect, it } from 'vitest';
import { cash } from '../../domain/cash/cash.record.ts';
import { readCode } from '../../domain/catalogue/scanned-code.ts';
import type { Decider } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { inSystemCurrency } from '../../domain/documents/document-amounts.ts';
import { withChecks } from '../../domain/documents/document-checks.ts';
import { fractionIssues } from '../../domain/documents/whole-amounts.ts';
import { generalJournal } from '../../domain/ledger/general-journal.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import { AHEAD_PERMISSION } from '../../domain/schemas/day-bounds.ts';
import { decimalIssues } from '../../domain/schemas/typed-decimals.ts';
import { allocateUnits } from '../../domain/values/fixed-point.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

describe('a share of an amount', () => {
  it('is a multiple of the unit, and a rest that is none is with the first that has a weight', () => {
    expect(allocateUnits(1_005n, [0n, 3n, 1n], 10n)).toEqual([0n, 755n, 250n]);
    expect(allocateUnits(1_005n, [1n, 3n], 10n)).toEqual([255n, 750n]);
    expect(allocateUnits(-1_005n, [0n, 1n], 10n)).toEqual([0n, -1_005n]);
    expect(allocateUnits(7n, [0n, 0n], 10n)).toEqual([7n, 0n]);
  });
});

describe('an amount in the system currency', () => {
  it('is converted at the rate, and stays what it is while the draft lacks a currency or a rate', () => {
    const at = (body: object) => printMoney(inSystemCurrency(money('10'), body as never));
    const of = { currency_fk: 2, system_currency_fk: 1 };
    expect(at({ ...of, rate: '1500' })).toBe('15000');
    expect(at({ currency_fk: 1, system_currency_fk: 1, rate: null })).toBe('10');
    for (const body of [
      of,
      { ...of, rate: null },
      { currency_fk: 2, rate: '1500' },
      { system_currency_fk: 1, rate: '1500' },
    ])
      expect(at(body), JSON.stringify(body)).toBe('10');
  });
});

describe('a code that is read', () => {
  it('has each key once, in the first reading that has it', () => {
    const codes = [
      '0036000291452',
      '036000291452',
      '00012',
      '0007',
      '12',
      '6291041500213',
      '00000012',
      '0000',
      '04252614',
    ];
    for (const code of codes) {
      const keys = readCode(code).flatMap((reading) => reading.keys);
      expect(keys, code).toEqual([...new Set(keys)]);
    }
    expect(readCode('0007').map(({ keys }) => keys)).toEqual([['0007'], ['7']]);
  });
});

describe('an amount with a part of the smallest unit', () => {
  const issues = (input: object) =>
    fractionIssues(input, new Set(['amount', 'debit', 'used', 'value']), 1, shop()).map(({ field }) => field);

  it('is refused where money changes hands, and not in the books, where values of goods have fractions', () => {
    expect(issues({ amount: '10.5' })).toEqual(['amount']);
    expect(issues({ amount: '10' })).toEqual([]);
    expect(issues({ amount: '10.5', currency_fk: 2 })).toEqual([]);
    expect(issues({ lines: [{ account: 'capital', amount: '10.5' }] })).toEqual([]);
    expect(issues({ lines: [{ ledger_account_fk: 4, amount: '10.5' }] })).toEqual([]);
    expect(issues({ lines: [{ account: 'capital', ledger_account_fk: 4, amount: '10.5' }] })).toEqual([]);
    expect(issues({ lines: [{ account: 7, amount: '10.5' }] })).toEqual(['lines.0.amount']);
    expect(issues({ discount: { type: 'percent', value: '10.5' } })).toEqual([]);
    expect(issues({ discount: { type: 'amount', value: '10.5' } })).toEqual(['discount.value']);
  });
});

describe('a typed rate', () => {
  const records = {
    'system_setting-1': { ...RECORDS['system_setting-1'], rate_decimals: 1 },
    'currency_rate-4': { rate: '1490.25', in_rate: '1480.75' },
  };
  const inForce = { date: '2026-03-01', rate: '1500.125', in_rate: '1499.375' };
  const facts: Facts = shop({ records, isTyped: true, rates: [inForce as never] });
  const fields = { quantities: new Set<string>(), rates: new Set(['rate']) };
  const isRefused = (input: object, before: object = {}, of = facts) =>
    decimalIssues(input, fields, before, of).length > 0;

  it('has as many decimals as the settings say, unless it is that of its record, that in force, or stored already', () => {
    const cases = [
      ['1490.2', 4, false],
      ['1490.25', 4, false],
      ['1490.250', 4, false],
      ['1480.75', 4, false],
      ['1490.35', 4, true],
      ['1490.25', undefined, true],
      ['1500.125', undefined, false],
      ['1499.375', undefined, false],
      ['1500.126', undefined, true],
    ] as const;
    for (const [rate, rate_fk, expected] of cases)
      expect(isRefused({ rate, ...(rate_fk === undefined ? {} : { rate_fk }) }), `${rate} ${rate_fk}`).toBe(expected);
    expect(isRefused({ rate: '1490.35' }, { rate: '1490.350' })).toBe(false);
    expect(isRefused({ rate: '1490.35' }, {}, shop({ records }))).toBe(false);
  });
});

describe('a record of an outlet', () => {
  const register = (outlet_fk: number | null, known: Parameters<typeof shop>[0]) => {
    const data = { account_name: 'Box', cash_type: 1, currency_fk: 1, outlet_fk };
    return given(recordDecider(cash)).when({ type: 'register', data } as never, shop(known));
  };

  it('is entered by who has the outlet, and one of all outlets by who has all of them', () => {
    register(1, { outlets: [1] }).gives('cash.registered');
    register(2, { outlets: [1] }).isRefused('outlet_fk: not_your_outlet');
    register(null, { outlets: [1] }).gives('cash.registered');
    const facts = shop();
    const data = { account_name: 'Box', cash_type: 1, currency_fk: 1, outlet_fk: null };
    const clerk = { ...facts, actor: { ...facts.actor, hasAllOutlets: false } };
    given(recordDecider(cash))
      .when({ type: 'register', data } as never, clerk)
      .isRefused('outlet_fk: belongs_to_all_outlets');
  });
});

describe('the checks of a decision', () => {
  type State = { readonly status: string };
  const postings = saleDocument.postingsOf;
  const decided = (events: readonly DomainEvent[], facts: Facts) => {
    const decider: Decider<State, unknown, DomainEvent, Facts> = {
      ...(saleDocument.decider as never as Decider<State, unknown, DomainEvent, Facts>),
      decide: () => events,
    };
    try {
      withChecks({ ...saleDocument, postingsOf: postings } as never, decider).decide({}, decider.initial, facts);
      return [];
    } catch (error) {
      if (error instanceof Refusal) return error.issues.map(({ field, message }) => `${field}: ${message}`);
      throw error;
    }
  };
  const input = {
    ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', customer_fk: 7, payment_type: 'on_account' as const },
    ...{ currency_fk: 2, rate: '1480', lines: [{ item_fk: 11, unit_fk: 1, quantity: '1', price: '10' }] },
  };
  const drafted = given(saleDocument.decider as never).after([{ type: 'draft', input }] as never)
    .events as readonly DomainEvent[];
  const completed = given(saleDocument.decider as never).after([
    { type: 'draft', input },
    { type: 'complete' },
  ] as never).events as readonly DomainEvent[];
  const rates = [{ date: '2026-03-01', rate: '3000', in_rate: '3000' } as never];

  it('ask about a rate that is far from the one in force when the document is done, and not of a draft', () => {
    expect(decided(completed, shop({ rates, confirmed: false }))).toEqual(['rate: rate_changes_much']);
    expect(decided(completed, shop({ rates }))).toEqual([]);
    expect(decided(completed, shop({ confirmed: false }))).toEqual([]);
    expect(decided(drafted, shop({ rates, confirmed: false }))).toEqual([]);
  });

  it('need the permission to date ahead, whether or not there are rates to compare with', () => {
    const ahead = completed.map((event) => ({
      ...event,
      data: { ...(event.data as object), date: '2026-03-25' },
    })) as never;
    const clerk = { permissions: [] as const };
    expect(decided(ahead, shop(clerk))).toEqual(['date: date_ahead']);
    expect(decided(ahead, shop({ ...clerk, rates }))).toEqual(['date: date_ahead']);
    expect(decided(ahead, shop({ permissions: [AHEAD_PERMISSION] }))).toEqual([]);
    expect(
      decided(
        drafted.map((event) => ({ ...event, data: { ...(event.data as object), date: '2026-03-25' } })) as never,
        shop(clerk),
      ),
    ).toEqual([]);
  });
});

describe('the due day of a line of a journal', () => {
  const records = {
    'customer-7': { consumer_name: 'Seven', payment_terms_days: 10 },
    'supplier-8': { consumer_name: 'Eight', payment_terms_days: 5 },
  };
  const line = (account: number, side: 'debit' | 'credit', more: object = {}) => ({
    account,
    [side]: '5000',
    currency_fk: 1,
    due_date: '2026-03-01',
    ...more,
  });
  const facts = shop({ records });
  const input = (...lines: readonly object[]) => ({ outlet_fk: 1, date: '2026-03-10', lines }) as never;
  const [RECEIVABLE, PAYABLE, FURNITURE, RENT, BOX] = [1210, 2110, 190000004, 610000001, 111000003];
  const daysOf = (data: unknown) =>
    (data as { lines: readonly { due_date?: string }[] }).lines.map(({ due_date }) => due_date);

  it('is that of a debt or a claim that the line opens, and of no other line', () => {
    const lines = [line(FURNITURE, 'debit'), line(RENT, 'debit'), line(BOX, 'credit')];
    const [event] = given(generalJournal)
      .when({ type: 'draft', input: input(...lines) }, facts)
      .gives('general_journal.drafted');
    expect(daysOf(event?.data)).toEqual([undefined, undefined, undefined]);
    const owed = [line(RECEIVABLE, 'debit', { customer_fk: 7 }), line(PAYABLE, 'credit', { supplier_fk: 8 })];
    given(generalJournal)
      .when({ type: 'draft', input: input(...owed) }, facts)
      .isRefused('lines.0.due_date: due_before_the_document', 'lines.1.due_date: due_before_the_document');
  });

  it('is given by the terms of its party when the journal is posted, unless one was typed', () => {
    const posted = (more: object) => {
      const lines = [
        line(RECEIVABLE, 'debit', { customer_fk: 7, ...more }),
        line(PAYABLE, 'credit', { supplier_fk: 8, ...more }),
        line(FURNITURE, 'debit', more),
        line(BOX, 'credit', more),
      ];
      const of = given(generalJournal).after([{ type: 'draft', input: input(...lines) }, { type: 'post' }], facts);
      return daysOf(of.events.at(-1)?.data);
    };
    expect(posted({ due_date: null })).toEqual(['2026-03-20', '2026-03-15', undefined, undefined]);
    expect(posted({ due_date: '2026-04-01' })).toEqual(['2026-04-01', '2026-04-01', undefined, undefined]);
  });
});
