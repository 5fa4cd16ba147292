import { describe, expect, it } from 'vitest';
import { postDrawerOpened } from '../../domain/posting/drawer.ts';
import { drawerDocument } from '../../domain/till/drawer.document.ts';
import { drawer } from '../../domain/till/drawer.ts';
import { posSale } from '../../domain/till/receipts/pos-sale.ts';
import { money, printMoney, subtract, ZERO } from '../../domain/values/money.ts';
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
  till,
  withClosedDrawer,
  withDrawer,
} from './histories-till.ts';
import { shop } from './shop.ts';

describe('a drawer that is opened', () => {
  it('is that of the person who opens it, with a rate for foreign money', () => {
    const [event] = given(drawer).when({ type: 'open', input: openInput }).gives('drawer.opened');
    expect(event?.data).toMatchObject({
      user_fk: 2,
      accounts: [
        { account_fk: 20, rate: null, float_amount: '50000' },
        { account_fk: 21, rate: '1480', float_amount: '0' },
      ],
    });
  });

  it.each([
    ['30000', {}, '30000'],
    ['70000', {}, '50000'],
    ['0', {}, undefined],
    ['-2000', {}, undefined],
    // Of its cashier, at other accounts; and at this account, or at the account in dollars.
    ['30000', { isBeside: true }, '30000'],
    ['30000', { isBeside: true, shared: [20] }, undefined],
    ['30000', { isBeside: true, shared: [21] }, '30000'],
    ['30000', { hasReceipts: true }, undefined],
  ])('has in its account before the float of 50,000: %s %j, and carries %s of it', (level, found, carried) => {
    const [event] = given(drawer)
      .when({ type: 'open', input: openInput, ...found }, shop({ levels: { 'cash:20': level } }))
      .events();
    const accounts = event?.type === 'drawer.opened' ? event.data.accounts : [];
    expect(accounts.map(({ carried_amount }) => carried_amount)).toEqual([carried, undefined]);
    const booked = event?.type === 'drawer.opened' ? postDrawerOpened(event.data).lines : [];
    const safe = booked.find(({ account }) => account.of === 3)?.base ?? ZERO;
    expect(printMoney(safe)).toBe(printMoney(subtract(money(carried ?? '0'), money('50000'))));
  });

  it('is refused with all wrong fields at once', () => {
    const accounts = [
      { account_fk: 20, safe_account_fk: 20 },
      { account_fk: 20, safe_account_fk: 5 },
      { account_fk: 21, safe_account_fk: 5 },
    ];
    given(drawer)
      .when({ type: 'open', input: { ...openInput, accounts } }, shop({ outlets: [2] }))
      .isRefused(
        'outlet_fk: not_your_outlet',
        'accounts.0.safe_account_fk: accounts_must_differ',
        'accounts.1.account_fk: unique',
        'accounts.1.safe_account_fk: account_of_another_currency',
        'accounts.2.rate: required',
      );
  });

  it('pays out of its own accounts only, and is counted whole before it is closed', () => {
    const payout = { date: '2026-03-09', account_fk: 3, expense_type_fk: 1, amount: '0' };
    opened
      .when({ type: 'pay_out', input: payout })
      .isRefused('date: before_the_document', 'account_fk: not_of_the_drawer', 'amount: greater_than');
    const [first] = countInput.accounts;
    opened
      .when({ type: 'count', input: { ...countInput, accounts: first ? [first] : [] } })
      .isRefused('accounts: count_every_account');
    opened.when({ type: 'close', input: closeInput }).isWrongState('pay_in', 'pay_out', 'count');
  });

  it('claims its cashier and its accounts until it is closed', () => {
    const claims = (before: object, after: object) =>
      drawerDocument.claims?.(before as never, after as never, 'drawer-1').map((claim) => {
        const { action, set, key } = claim as { action: string; set: string; key: string };
        return `${action} ${set} ${key}`;
      });
    expect(claims({ status: 'none' }, opened.state())).toEqual([
      'take drawer.user 2',
      'take drawer.account 20',
      'take drawer.account 21',
    ]);
    expect(claims(opened.state(), closed.state())?.[0]).toBe('release drawer.user 2');
  });
});

describe('a drawer that is closed', () => {
  it('queries the balances of all of its accounts, whichever of them the closing names', () => {
    const own = { accounts: [{ account_fk: 7 }, { account_fk: 8 }] };
    for (const accounts of [null, [{ account_fk: 8, left_amount: '5' }]]) {
      expect(drawerDocument.levels?.({ ...own, accounts }, own, 'drawer-1')).toEqual(['cash:7', 'cash:8']);
    }
  });

  it('stores the expected, counted and remaining amounts', () => {
    const counted = opened.after([{ type: 'count', input: countInput }], till);
    const [event] = counted.when({ type: 'close', input: closeInput }, till).gives('drawer.closed');
    expect(event?.data).toMatchObject({
      accounts: [
        { expected_amount: '450000', counted_amount: '447000', left_amount: '50000' },
        { expected_amount: '30', counted_amount: '30', left_amount: '0' },
      ],
    });
    expect(event?.data).toMatchObject({ difference_reason: 'wrong change' });
    const silent = { ...closeInput, difference_reason: ' ' };
    counted.when({ type: 'close', input: silent }, till).isRefused('difference_reason: required');
    // A till has closed it already, perhaps with a former version.
    const { difference_reason: _, ...former } = closeInput;
    const sent = counted.after([{ type: 'close', input: former, received: received(3) }], till).events.at(-1);
    expect(sent).toMatchObject({ type: 'drawer.closed' });
    expect(sent?.data).not.toHaveProperty('difference_reason');
    const tooMuch = { ...closeInput, accounts: [{ account_fk: 20, left_amount: '447001' }] };
    counted.when({ type: 'close', input: tooMuch }, till).isRefused('accounts.0.left_amount: less_than');
  });

  it('is opened again with a reason until it is approved', () => {
    closed.when({ type: 'unclose', reason: 'x' }).gives('drawer.unclosed');
    closed.when({ type: 'approve' }).gives('drawer.approved');
    closed
      .after([{ type: 'approve' }])
      .when({ type: 'unclose', reason: 'x' })
      .isWrongState('');
  });
});

describe('a drawer that is opened again', () => {
  const reopenedAt = (level: string, before = closed) =>
    before.after([{ type: 'unclose', reason: 'counted wrong' }], shop({ levels: { 'cash:20': level } }));
  const closedAgain = (level: string, before: ReturnType<typeof reopenedAt>) =>
    before.after(
      [
        { type: 'count', input: countInput },
        { type: 'close', input: closeInput },
      ],
      shop({ levels: { 'cash:20': level, 'cash:21': '30' } }),
    );
  const expectedOf = (of: typeof closed) => {
    const state = of.state();
    return state.status === 'none' ? undefined : state.closing?.accounts[0]?.expected_amount;
  };

  it.each([
    ['50000', '450000', undefined],
    ['0', '400000', '-50000'],
    ['62000', '462000', '12000'],
  ])('when %s of the 50,000 left is in the books, expects 450,000 of %s', (found, level, moved) => {
    const again = reopenedAt(found);
    const event = again.events.at(-1);
    const accounts = event?.type === 'drawer.unclosed' ? event.data.accounts : [];
    expect(accounts).toEqual(moved === undefined ? undefined : [{ account_fk: 20, moved_amount: moved }]);
    const first = closedAgain(level, again);
    expect(expectedOf(first)).toBe('450000');
    // Closed, it leaves 50,000 beside what others moved; the next reopening finds the same again.
    const twice = reopenedAt(found, first);
    expect(expectedOf(closedAgain(level, twice))).toBe('450000');
    const state = reopenedAt('50000', first).state();
    expect(JSON.stringify(state.status === 'none' ? {} : state.data)).not.toContain('moved_amount');
  });
});

describe('a receipt', () => {
  const enter = (change: object, facts = withDrawer) =>
    given(posSale).when({ type: 'enter', input: { ...receiptInput, ...change } }, facts);
  const dollars = (amount: string) => ({ method: 'cash', amount, account_fk: 21 });

  it('is held without payments, and complete when it is paid', () => {
    given(posSale)
      .when({ type: 'hold', input: { ...receiptInput, payments: [] } }, withDrawer)
      .gives('pos_sale.held');
    const [event] = enter({}).gives('pos_sale.completed');
    expect(event?.data).toMatchObject({ change_amount: '0', is_late: false, number: null });
  });

  it('takes the listed price of a line without a price', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '3' }];
    const payments = [{ method: 'cash' as const, amount: '30000', account_fk: 20 }];
    const [event] = enter({ lines, payments }).gives('pos_sale.completed');
    expect(event?.data).toMatchObject({ change_amount: '0', lines: [{ price: '10000' }] });
  });

  it('pays change in dinars, rounded to 250, for 30 dollars at the in rate of the drawer', () => {
    const [event] = enter({ payments: [dollars('30')] }).gives('pos_sale.completed');
    expect(event?.data).toMatchObject({ change_amount: '7000', change_account_fk: 20, payments: [{ rate: '1480' }] });
  });

  it('pays change to the cent where the books are in dollars: the step is one of dinars', () => {
    const records = { 'system_setting-1': { currency_fk: 2, cash_rounding_step: '250' } };
    const accounts = [{ account_fk: 21, safe_account_fk: 5 }];
    const own = given(drawer).after([{ type: 'open', input: { ...openInput, accounts } }], shop({ records }));
    const facts = shop({ records, documents: { 'drawer-1': own.state() } });
    const [event] = enter({ payments: [dollars('37510.5')] }, facts).gives('pos_sale.completed');
    expect(event?.data).toMatchObject({ change_amount: '10.5', change_account_fk: 21 });
  });

  it('is refused when too little or too much is paid, and on credit without a customer', () => {
    enter({ payments: [] }).isRefused('payments: paid_too_little');
    enter({ payments: [{ method: 'cash', amount: '37250', account_fk: 20 }] }).isRefused('payments: paid_too_little');
    enter({ payments: [{ method: 'app', amount: '37501' }] }).isRefused(
      'payments: paid_too_much',
      'payments: paid_too_little',
    );
    enter({ customer_fk: null }).isRefused('customer_fk: required');
  });

  it('is complete when what is left rounds to no note, in whatever money it was paid, and not when it rounds to one', () => {
    const dinars = (amount: string) => ({ method: 'cash', amount, account_fk: 20 });
    const enough = [[dollars('25.3')], [dollars('10.06'), dinars('22500')], [dinars('37376')]];
    for (const payments of enough) {
      const [event] = enter({ payments }).gives('pos_sale.completed');
      expect(event?.data).toMatchObject({ change_amount: '0' });
    }
    const tooLittle = [[dollars('25.25')], [dollars('10.05'), dinars('22500')], [dinars('37375')]];
    for (const payments of tooLittle) enter({ payments }).isRefused('payments: paid_too_little');
  });

  it('is in a drawer of its own cashier that is open, or was at the time of the receipt', () => {
    const another = given(drawer).after([{ type: 'open', input: { ...openInput, user_fk: 3 } }]);
    enter({}, shop({ documents: { 'drawer-1': another.state() }, permissions: [] })).isRefused(
      'drawer_fk: not_your_drawer',
    );
    enter({ drawer_fk: 9 }).isRefused('drawer_fk: unknown_record');
    const [late] = enter({}, withClosedDrawer).gives('pos_sale.completed');
    expect(late?.data).toMatchObject({ is_late: true });
    enter({ time: '21:00' }, withClosedDrawer).isRefused('drawer_fk: drawer_is_not_open');
  });

  it('is refunded once, out of a drawer that is open', () => {
    const sold = given(posSale).after([{ type: 'enter', input: receiptInput }], withDrawer);
    sold.when({ type: 'refund', input: refundInput }, withDrawer).gives('pos_sale.refunded');
    sold.when({ type: 'refund', input: refundInput }, withClosedDrawer).isRefused('drawer_fk: drawer_is_not_open');
    sold
      .when({ type: 'refund', input: { ...refundInput, date: '2026-03-09' } }, withDrawer)
      .isRefused('date: before_the_document');
  });
});
