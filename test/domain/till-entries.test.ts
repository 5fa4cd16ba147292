/** Entries that a till sends have happened: what is wrong with them is noted, and only what cannot be posted is refused. */
import { describe, expect, it } from 'vitest';
import { scalesIn, USUAL_SCALES } from '../../domain/catalogue/scales.ts';
import { appSettlement } from '../../domain/till/app-settlement.ts';
import { drawer } from '../../domain/till/drawer.ts';
import { drawerReport } from '../../domain/till/drawer-report.ts';
import { settled } from '../../domain/till/receipts/broken-rules.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { isSignedBy, macOf, readTicket, signTicket, type TillTicket } from '../../domain/till/till-ticket.ts';
import { listOf, membersOf } from '../../domain/values/members.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { Issues } from '../../domain/values/refusal.ts';
import { given } from './given.ts';
import {
  closed,
  closeInput,
  countInput,
  opened,
  openInput,
  receiptInput,
  received,
  refundInput,
  sentReceipt,
  sentRefund,
  till,
  withClosedDrawer,
  withDrawer,
} from './histories-till.ts';
import { type Known, shop } from './shop.ts';

const from = (sequence: number) => ({ ...received(sequence), broken: [] });
const inDrawer = (known: Known = {}) =>
  shop({ ...known, documents: { 'drawer-1': opened.state(), ...known.documents } });
/** What the event of the last command notes, as `rule field`. */
const notesOf = ({ events }: { readonly events: readonly { readonly data: unknown }[] }): readonly string[] => {
  const last = membersOf(events.at(-1)?.data);
  const broken = listOf(last['broken']) as readonly { rule: string; field?: string }[];
  return broken.map(({ rule, field }) => (field === undefined ? rule : `${rule} ${field}`));
};

describe('a receipt of a till', () => {
  const plain = {
    ...sentReceipt,
    payments: [{ method: 'cash' as const, amount: '37500', account_fk: 20 }],
    total: '37500',
  };
  const sending = (change: object) => ({ type: 'receive', input: { ...plain, ...change }, received: from(2) });
  const noted = (change: object, facts = withDrawer) =>
    notesOf(given(posSale).after([sending(change) as never], facts));
  const refused = (change: object, facts = withDrawer) => given(posSale).when(sending(change) as never, facts);

  it('that is right has no note', () => {
    expect(noted({})).toEqual([]);
  });

  it.each([
    [{ outlet_fk: 2, inventory_fk: 2 }, ['not_of_the_outlet drawer_fk']],
    [{ drawer_fk: 9 }, ['drawer_not_opened drawer_fk']],
    [{ total: '37000', payments: [{ method: 'cash', amount: '37000', account_fk: 20 }] }, ['total_differs total']],
    [{ payments: [{ method: 'cash', amount: '37750', account_fk: 20 }] }, ['kept_too_much payments']],
    [{ payments: [{ method: 'cash', amount: '37250', account_fk: 20 }] }, ['kept_too_little payments']],
    [{ payments: [{ method: 'cash', amount: '37500', account_fk: 3 }] }, ['not_of_the_drawer payments.0.account_fk']],
    [
      { payments: [{ method: 'cash', amount: '37500', account_fk: 20, is_exchanged: true }] },
      ['receipt_unknown replaces_fk'],
    ],
    [{ lines: [{ ...plain.lines[0], total_amount: '37400' }] }, ['line_differs lines.0.total_amount']],
    [{ lines: [{ ...plain.lines[0], tax_amount: '1' }] }, ['line_differs lines.0.total_amount']],
    [{ lines: [{ ...plain.lines[0], discount_amount: '1' }] }, ['line_differs lines.0.total_amount']],
  ])('with %j has the notes %j', (change, notes) => {
    expect(noted(change)).toEqual(notes);
  });

  it('with a part of a piece, which is whole only, says so', () => {
    const half = {
      lines: [{ ...plain.lines[0], quantity: '2.5', total_amount: '31250' }],
      ...{ total: '31250', payments: [{ method: 'cash', amount: '31250', account_fk: 20 }] },
    };
    expect(noted(half)).toEqual([]);
    const whole = inDrawer({ records: { 'unit-1': { unit_name: 'Piece', whole_only: true } } });
    expect(noted(half, whole)).toEqual(['whole_only lines.0.quantity']);
    expect(noted({}, whole)).toEqual([]);
  });

  it('of another cashier, and of a drawer that was closed before it, is noted as such', () => {
    const another = given(drawer).after([{ type: 'open', input: { ...openInput, user_fk: 3 } }]);
    expect(noted({}, shop({ documents: { 'drawer-1': another.state() } }))).toEqual(['not_your_drawer drawer_fk']);
    expect(noted({ time: '21:00:00' }, withClosedDrawer)).toEqual(['drawer_is_not_open drawer_fk']);
    expect(noted({}, withClosedDrawer)).toEqual([]);
  });

  it('keeps change that it gave in money of the books, and notes other change', () => {
    const paid = { payments: [{ method: 'cash', amount: '40000', account_fk: 20 }], change: '2500' };
    expect(noted(paid)).toEqual([]);
    expect(noted({ ...paid, change_account_fk: 21 })).toEqual(['account_of_another_currency change_account_fk']);
    expect(noted({ ...paid, change: '0' })).toEqual(['kept_too_much payments']);
  });

  it.each([
    [{ payments: [{ method: 'cash', amount: '37500' }] }, ['payments.0.account_fk: required']],
    [{ payments: [{ method: 'cash', amount: '37500', account_fk: 77 }] }, ['payments.0.account_fk: unknown_record']],
    [{ payments: [{ method: 'app', amount: '0' }] }, ['payments.0.amount: greater_than']],
    // Dollars, which the drawer does not hold, without a rate or with one of nothing.
    [{ payments: [{ method: 'cash', amount: '20', account_fk: 5 }] }, ['payments.0.rate: required']],
    [{ payments: [{ method: 'cash', amount: '20', account_fk: 5, rate: '0' }] }, ['payments.0.rate: greater_than']],
  ])('with %j cannot be posted: %j', (change, issues) => {
    refused(change).isRefused(...issues);
  });

  it('is stored once, also when it was held, and not over another one', () => {
    const held = given(posSale).after([{ type: 'hold', input: { ...receiptInput, payments: [] } }], withDrawer);
    expect(held.after([sending({}) as never], withDrawer).events.at(-1)?.type).toBe('pos_sale.completed');
    given(posSale)
      .after([sending({}) as never], withDrawer)
      .when(sending({}) as never, withDrawer)
      .isWrongState('refund');
    held
      .after([{ type: 'discard' }], withDrawer)
      .when(sending({}) as never, withDrawer)
      .isWrongState('');
  });
});

const MORE_THAN_SOLD = ['more_than_sold lines.0.quantity', 'refund_too_little payments'];

describe('a refund of a till', () => {
  const sold = given(posSale).after([{ type: 'enter', input: receiptInput }], withDrawer);
  const sending = (change: object) => ({
    type: 'receive_refund',
    input: { ...sentRefund, ...change },
    received: from(3),
  });
  const line = (more: object) => ({ lines: [{ ...sentRefund.lines[0], ...more }] });
  const noted = (change: object, facts = withDrawer, before = sold) =>
    notesOf(before.after([sending(change) as never], facts));

  it.each([
    [{}, []],
    [{ date: '2026-03-09' }, ['before_the_document date']],
    [{ outlet_fk: 2, inventory_fk: 2 }, ['not_of_the_outlet outlet_fk', 'not_of_the_outlet drawer_fk']],
    [
      { ...line({ price: '12000', total_amount: '12000' }), total: '12000' },
      ['line_differs lines.0.total_amount', 'refund_too_much payments'],
    ],
    [{ ...line({ quantity: '4', total_amount: '50000' }), total: '50000' }, MORE_THAN_SOLD],
    [{ ...line({ line: 7 }) }, ['unknown_line lines.0.line_id']],
    [{ total: '12000' }, ['total_differs total']],
    [{ payments: [{ method: 'cash', amount: '12000', account_fk: 20 }] }, ['refund_too_little payments']],
  ])('with %j has the notes %j', (change, notes) => {
    expect(noted(change)).toEqual(notes);
  });

  it('without a receipt needs the permission, the tax that was printed, and no receipt', () => {
    const free = sending({ lines: [{ ...sentRefund.lines[0], line: null }] }) as never;
    const noted = (setting: boolean, permissions?: readonly string[]) => {
      const records = { 'till_setting-1': { refund_without_receipt: setting } };
      return notesOf(given(posSale).after([free], inDrawer({ records, ...(permissions ? { permissions } : {}) })));
    };
    expect(noted(true)).toEqual([]);
    expect(noted(false)).toEqual(['permission_missing']);
    expect(noted(true, [])).toEqual(['permission_missing']);
    const percentOf = (tax_amount: string, total_amount: string, total = total_amount) => {
      const lines = [{ ...sentRefund.lines[0], line: null, tax_amount, total_amount }];
      const payments = [{ method: 'cash', amount: total, account_fk: 20 }];
      const { events } = given(posSale).after([sending({ lines, total, payments }) as never], withDrawer);
      const [event] = events;
      return event?.type === 'pos_sale.returned' ? event.data.lines[0]?.tax_percent : '';
    };
    expect(percentOf('1136', '12500')).toBe('10');
    expect(percentOf('0', '12500')).toBeUndefined();
    expect(percentOf('595', '12500')).toBe('5');
  });

  it('is not stored over a receipt that is only held', () => {
    given(posSale)
      .after([{ type: 'hold', input: receiptInput }], withDrawer)
      .when(sending({}) as never, withDrawer)
      .isWrongState('change', 'complete', 'discard');
  });
});

describe('a receipt of the office', () => {
  const held = given(posSale).after([{ type: 'hold', input: receiptInput }], withDrawer);

  it('is changed, completed and discarded while it is held, and only then', () => {
    const sold = held.after([{ type: 'complete' }], withDrawer);
    held.when({ type: 'complete' }, withDrawer).gives('pos_sale.completed');
    held.when({ type: 'discard' }, withDrawer).gives('pos_sale.discarded');
    held.when({ type: 'change', input: receiptInput }, withDrawer).givesNothing();
    sold.when({ type: 'change', input: receiptInput }, withDrawer).isWrongState('refund');
    sold.when({ type: 'discard' }, withDrawer).isWrongState('refund');
    given(posSale).when({ type: 'complete' }, withDrawer).isWrongState('hold');
    held
      .after([{ type: 'discard' }], withDrawer)
      .when({ type: 'complete' }, withDrawer)
      .isWrongState('');
    held.when({ type: 'refund', input: refundInput }, withDrawer).isWrongState('change', 'complete', 'discard');
  });

  it('is in a drawer of its own outlet', () => {
    const input = { ...receiptInput, outlet_fk: 2, inventory_fk: 2 };
    given(posSale).when({ type: 'enter', input }, withDrawer).isRefused('drawer_fk: not_of_the_outlet');
  });
});

describe('a drawer', () => {
  it('numbers what it moves, in and out', () => {
    const out = { date: '2026-03-10', account_fk: 20, amount: '1000', expense_type_fk: 1 };
    const { expense_type_fk: _, ...into } = out;
    const moved = opened.after([
      { type: 'pay_out', input: out },
      { type: 'pay_out', input: out },
      { type: 'pay_in', input: into },
    ]);
    const ids = moved.events.slice(-3).map(({ data }) => membersOf(data)['payin_id'] ?? membersOf(data)['payout_id']);
    expect(ids).toEqual([1, 2, 3]);
  });

  it('moves money, is counted and closed on days that there are, and not before it was opened', () => {
    const moved = { date: '2026-03-10', account_fk: 20, amount: '1000' };
    const counted = opened.after([{ type: 'count', input: countInput }], till);
    for (const [date, message] of [
      ['2026-03-09', 'before_the_document'],
      ['2026-02-30', 'date'],
    ] as const) {
      opened.when({ type: 'pay_in', input: { ...moved, date } }).isRefused(`date: ${message}`);
      opened.when({ type: 'pay_out', input: { ...moved, date, expense_type_fk: 1 } }).isRefused(`date: ${message}`);
      opened.when({ type: 'count', input: { ...countInput, date } }).isRefused(`date: ${message}`);
      counted.when({ type: 'close', input: { ...closeInput, date } }, till).isRefused(`date: ${message}`);
    }
  });

  it('takes what a till did after its closing, with a note', () => {
    const late = { date: '2026-03-10', time: '19:00', account_fk: 20, amount: '1000' };
    expect(notesOf(closed.after([{ type: 'pay_in', input: late, received: from(6) }]))).toEqual([
      'drawer_is_not_open drawer_fk',
    ]);
    closed.when({ type: 'pay_in', input: late }).isWrongState('unclose', 'approve');
    expect(notesOf(closed.after([{ type: 'count', input: countInput, received: from(7) }], till))).toEqual([
      'drawer_is_not_open',
    ]);
    expect(notesOf(opened.after([{ type: 'close', input: closeInput, received: from(7) }], till))).toEqual([
      'drawer_not_counted',
    ]);
  });

  it('notes once what was known of an entry before', () => {
    const issues = new Issues();
    issues.add('date', 'clock_differs');
    issues.add('total', 'clock_differs');
    const { broken = [] } = settled(received(2), issues);
    expect(broken.map(({ rule, field }) => `${rule} ${field}`)).toEqual(['clock_differs date', 'clock_differs total']);
    expect(settled(from(2), new Issues())).not.toHaveProperty('broken');
  });

  it('reports of each account what is expected, counted and left, as far as it is known', () => {
    const trade = { receipts: [], refunds: [], parts: [], returns: [] };
    const at = (of: typeof opened, level: string | undefined) => {
      const state = of.state();
      if (state.status === 'none') throw new Error('no drawer');
      const levels = level === undefined ? undefined : new Map([[20, money(level)]]);
      const { accounts } = drawerReport({ ...state, accounts: state.data.accounts }, trade, levels);
      const { expected, counted, difference, left, other } = accounts[0] ?? {};
      return [expected, counted, difference, left, other].map((value) =>
        value === undefined ? '' : printMoney(value),
      );
    };
    expect(at(opened, undefined)).toEqual(['', '', '', '', '']);
    expect(at(opened, '52000')).toEqual(['52000', '', '', '', '2000']);
    const counted = opened.after([{ type: 'count', input: countInput }], till);
    expect(at(counted, undefined)).toEqual(['', '447000', '', '', '']);
    expect(at(counted, '450000')).toEqual(['450000', '447000', '-3000', '', '400000']);
    expect(at(closed, undefined)).toEqual(['450000', '447000', '-3000', '50000', '400000']);
  });
});

describe('a payment of the payment app', () => {
  const input = { outlet_fk: 1, date: '2026-03-12', amount: '10000', account_fk: 22 };
  const paying = (more: object) => given(appSettlement).when({ type: 'complete', input: { ...input, ...more } });

  it('is above zero, and less its fee, which has a type of expense', () => {
    paying({}).gives('app_settlement.completed');
    paying({ fee: '0' }).gives('app_settlement.completed');
    paying({ fee: '10000', expense_type_fk: 1 }).gives('app_settlement.completed');
    paying({ fee: '10001', expense_type_fk: 1 }).isRefused('fee: less_than');
    paying({ fee: '1' }).isRefused('expense_type_fk: required');
    paying({ amount: '0' }).isRefused('amount: greater_than');
  });
});

describe('a ticket of a till', () => {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const own = { key: 'server', enrolment: 'e', user_fk: 2, at: '2026-03-10T07:00:00Z' };
  const signIn = { ...own, kind: 'sign_in' } as const;
  const approval = { ...own, kind: 'approval', entry: 'x', rights: ['sales/below_minimum_price'] } as const;

  it('is read as it was signed, and by no other key', async () => {
    const [mac, other] = [await macOf(secret), await macOf(crypto.getRandomValues(new Uint8Array(32)))];
    for (const ticket of [signIn, approval]) {
      const signed = await signTicket(ticket, mac);
      expect(readTicket(signed)).toEqual(ticket);
      expect(await isSignedBy(signed, ticket, mac)).toBe(true);
      expect(await isSignedBy(signed, ticket, other)).toBe(false);
      expect(await isSignedBy(signed, { ...ticket, user_fk: 3 }, mac)).toBe(false);
      expect(await isSignedBy(signed.slice(0, -1), ticket, mac)).toBe(false);
    }
  });

  it('that is malformed is none', async () => {
    const mac = await macOf(secret);
    const wrong: readonly object[] = [
      ...['key', 'enrolment', 'at', 'user_fk'].map((field) => ({ ...signIn, [field]: null })),
      { ...own, kind: 'other' },
      { ...approval, entry: 4 },
      { ...approval, rights: 'all' },
      { ...approval, rights: [4] },
    ];
    for (const ticket of wrong) {
      expect(readTicket(await signTicket(ticket as TillTicket, mac)), JSON.stringify(ticket)).toBeUndefined();
    }
    const unreadable = JSON.stringify(signIn).replace('"e"', '"\xff"');
    expect(readTicket(`${btoa(unreadable).replaceAll('=', '')}.x`)).toBeUndefined();
    for (const text of ['', '!', 'bnVsbA==.x', 'WzFd.x']) expect(readTicket(text)).toBeUndefined();
  });
});

describe('the formats of scales', () => {
  it('are those of the settings that are whole, and the usual ones without any', () => {
    const own = { prefixes: ['29'], holds: 'price', item_digits: 4, decimals: 2 };
    const broken = ['prefixes', 'holds', 'item_digits', 'decimals'].map((field) => ({ ...own, [field]: null }));
    expect(scalesIn({ scales: [own, { ...own, holds: 'weight' }, ...broken, 'x'] })).toEqual([
      own,
      { ...own, holds: 'weight' },
    ]);
    for (const settings of [undefined, {}, { scales: null }]) expect(scalesIn(settings)).toBe(USUAL_SCALES);
  });
});
