import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { Posting } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseReturnDocument } from '../../domain/purchasing/purchase-return.document.ts';
import type { PurchaseReturnInput } from '../../domain/purchasing/purchase-return.schema.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import type { PurchaseState } from '../../domain/purchasing/purchase-state.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { balances } from '../posting/reading.ts';
import { given } from './given.ts';
import { openItem, shop } from './shop.ts';

/** The worked example of docs/accounting.md, section 3, with a second line whose tax is not recoverable. */
const boughtInput: PurchaseInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  supplier_fk: 8,
  date: '2026-03-05',
  currency_fk: 2,
  rate_fk: 4,
  payment_type: 'on_account',
  discount: { type: 'amount', value: '10' },
  costs: [{ cost_type: 'freight', amount: '6000', currency_fk: 1, payment_type: 'on_account', supplier_fk: 9 }],
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '20', bonus_quantity: '2', price: '5', tax_fk: 1 }],
};
const ordered = given(purchase).after([
  { type: 'draft', input: boughtInput },
  { type: 'complete', receive: false },
]);
const bought: PurchaseState = ordered.after([{ type: 'receive', input: { date: '2026-03-05' } }]).state();
const facts = (known: Parameters<typeof shop>[0] = {}) =>
  shop({
    documents: { 'purchase-1': bought },
    openItems: [openItem('purchase-1', '99', '1490', '2026-03-05')],
    ...known,
  });

const input: PurchaseReturnInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  purchase_fk: 1,
  supplier_fk: 8,
  currency_fk: 2,
  date: '2026-03-20',
  payment_type: 'on_account',
  lines: [{ purchase_line_id: 1, quantity: '4' }],
};
const drafted = given(purchaseReturn).after([{ type: 'draft', input }], facts());
const completed = drafted.after([{ type: 'complete' }], facts());
const posted = (of: typeof drafted) => {
  const [posting] = purchaseReturnDocument.postingsOf(of.state(), 'purchase_return-1');
  if (!posting) throw new Error('it is not in the books');
  return posting;
};

describe('a purchase return that is new', () => {
  it('takes item, price, rate and shares of discount, tax and cost from its purchase', () => {
    const [event] = given(purchaseReturn).when({ type: 'draft', input }, facts()).gives('purchase_return.drafted');
    expect(event?.data).toMatchObject({
      rate: '1490',
      purchase_date: '2026-03-05',
      lines: [
        {
          item_fk: 11,
          price: '5',
          gross_amount: '20',
          discount_amount: '2',
          tax_amount: '1.8',
          net_base: '26820',
          tax_base: '2682',
          goods_base: '24381.8182',
        },
      ],
    });
  });

  it('is refused with everything that is wrong with its purchase', () => {
    given(purchaseReturn)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            supplier_fk: 99,
            currency_fk: 1,
            date: '2026-03-04',
            lines: [
              { purchase_line_id: 9, quantity: '1' },
              { purchase_line_id: 1, quantity: '21' },
              { purchase_line_id: 1, quantity: '1', bonus_quantity: '3' },
            ],
          },
        },
        facts(),
      )
      .isRefused(
        'supplier_fk: unknown_record',
        'supplier_fk: not_of_the_purchase',
        'currency_fk: not_of_the_purchase',
        'date: before_the_purchase',
        'lines.0.purchase_line_id: unknown_line',
        'lines.1.quantity: more_than_bought',
        'lines.2.purchase_line_id: unique',
        'lines.2.bonus_quantity: more_than_bought',
      );
  });

  it('is refused with every field that contradicts its purchase, and takes fields that repeat it', () => {
    const line = { purchase_line_id: 1, quantity: '1' };
    const other = { item_fk: 12, unit_fk: 9, price: '4', tax_fk: 2, tax_percent: '6' };
    const wrong = { ...other, discount: { type: 'amount', value: '1' } as const };
    given(purchaseReturn)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            rate_fk: 5,
            rate: '1480',
            discount: { type: 'percent', value: '10' },
            lines: [{ ...line, ...wrong }],
          },
        },
        facts(),
      )
      .isRefused(
        'discount: not_of_the_purchase',
        'rate_fk: not_of_the_purchase',
        'rate: not_of_the_purchase',
        ...['item_fk', 'unit_fk', 'tax_fk', 'price', 'tax_percent', 'discount'].map(
          (field) => `lines.0.${field}: not_of_the_purchase`,
        ),
      );
    const same = { item_fk: 11, unit_fk: 1, price: '5.00', tax_fk: 1, discount: null };
    given(purchaseReturn)
      .when(
        {
          type: 'draft',
          input: {
            ...input,
            rate: '1490.0',
            discount: { type: 'amount', value: '10.0' },
            lines: [{ ...line, ...same }],
          },
        },
        facts(),
      )
      .gives('purchase_return.drafted');
  });

  it('needs an existing purchase, and goods of it that were received', () => {
    const of = (state: PurchaseState) => facts({ documents: { 'purchase-1': state } });
    given(purchaseReturn).when({ type: 'draft', input }, shop()).isRefused('purchase_fk: unknown_document');
    given(purchaseReturn)
      .when({ type: 'draft', input }, of(ordered.state()))
      .isRefused('purchase_fk: purchase_not_received');
    const unbilled = ordered.after([{ type: 'receive', input: { date: '2026-03-05', billed: false } }]);
    given(purchaseReturn).when({ type: 'draft', input }, of(unbilled.state())).gives('purchase_return.drafted');
    const billed = unbilled.after([{ type: 'bill', input: { date: '2026-03-06' } }]);
    given(purchaseReturn).when({ type: 'draft', input }, of(billed.state())).gives('purchase_return.drafted');
  });

  it('takes no more than was received of it, goods that came free included', () => {
    const part = ordered.after([
      { type: 'receive', input: { date: '2026-03-05', lines: [{ line_id: 1, quantity: '5' }] } },
    ]);
    const known = facts({ documents: { 'purchase-1': part.state() }, levels: { 'returned:purchase-1:1': '2' } });
    const lines = (quantity: string, bonus_quantity: string) => ({
      ...input,
      lines: [{ purchase_line_id: 1, quantity, bonus_quantity }],
    });
    given(purchaseReturn)
      .when({ type: 'draft', input: lines('3', '1') }, known)
      .isRefused('lines.0.quantity: more_than_bought');
    given(purchaseReturn)
      .when({ type: 'draft', input: lines('2', '1') }, known)
      .gives('purchase_return.drafted');
  });

  it('on account is of the supplier and in the currency of its purchase, whose debt it settles', () => {
    const { supplier_fk: _supplier, currency_fk: _currency, ...unsaid } = input;
    const [event] = given(purchaseReturn).when({ type: 'draft', input: unsaid }, facts()).events();
    const { supplier_fk, currency_fk } = input;
    expect(event?.data).toMatchObject({ supplier_fk, currency_fk });
  });

  it('without a purchase needs item, unit, price and currency', () => {
    const { currency_fk: _currency, ...unsaid } = input;
    given(purchaseReturn)
      .when({ type: 'draft', input: { ...unsaid, purchase_fk: null } }, facts())
      .isRefused(
        'currency_fk: required',
        'lines.0.item_fk: required',
        'lines.0.unit_fk: required',
        'lines.0.price: required',
        'lines.0.purchase_line_id: return_without_purchase',
      );
  });

  it('cannot be completed or returned to draft', () => {
    given(purchaseReturn).when({ type: 'complete' }).isWrongState('draft');
    given(purchaseReturn).when({ type: 'return_to_draft', reason: 'x' }).isWrongState('draft');
  });
});

describe('a purchase return that is a draft', () => {
  it('is changed, discarded and completed', () => {
    drafted.when({ type: 'change', input: { ...input, note: 'x' } }, facts()).gives('purchase_return.draft_changed');
    drafted.when({ type: 'change', input }, facts()).givesNothing();
    drafted.when({ type: 'discard' }).gives('purchase_return.discarded');
    drafted.when({ type: 'complete' }, facts()).gives('purchase_return.completed');
  });

  it('is not completed without quantity, nor when others returned the goods in the meantime', () => {
    given(purchaseReturn)
      .after([{ type: 'draft', input: { ...input, lines: [{ purchase_line_id: 1, quantity: '0' }] } }], facts())
      .when({ type: 'complete' }, facts())
      .isRefused('lines.0.quantity: greater_than');
    drafted
      .when({ type: 'complete' }, facts({ levels: { 'returned:purchase-1:1': '17' } }))
      .isRefused('lines.0.quantity: more_than_bought');
  });
});

describe('a purchase return that is a draft while its purchase is corrected', () => {
  const corrected = (fields: Partial<PurchaseInput>, received = '2026-03-06') =>
    facts({
      documents: {
        'purchase-1': given(purchase)
          .after([
            { type: 'draft', input: { ...boughtInput, ...fields } },
            { type: 'complete', receive: false },
            { type: 'receive', input: { date: received } },
          ])
          .state(),
      },
    });

  it('takes the rate, the day and the discount of the purchase again, as its lines', () => {
    const now = corrected({
      date: '2026-03-06',
      rate_fk: null,
      rate: '1500',
      discount: { type: 'amount', value: '20' },
    });
    const [event] = drafted.when({ type: 'complete' }, now).gives('purchase_return.completed');
    expect(event?.data).toMatchObject({
      rate_fk: null,
      rate: '1500',
      purchase_date: '2026-03-06',
      discount: { type: 'amount', value: '20' },
      lines: [{ discount_amount: '4', net_base: '24000' }],
    });
  });

  it('is refused for another supplier or currency, and before the goods came', () => {
    drafted
      .when({ type: 'complete' }, corrected({ supplier_fk: 9, currency_fk: 1, rate_fk: null }))
      .isRefused('supplier_fk: not_of_the_purchase', 'currency_fk: not_of_the_purchase');
    drafted.when({ type: 'complete' }, corrected({}, '2026-03-21')).isRefused('date: before_the_purchase');
  });
});

describe('a purchase return that is complete', () => {
  it('posts the original price and rate, and names the purchase whose goods leave', () => {
    expect(balances(posted(completed))).toEqual({
      'payable supplier-8': '29502',
      'input-tax': '-2682',
      'inventory:1': '-24381.8182',
      'purchase-variance': '-2438.1818',
    });
    expect(posted(completed).movements).toMatchObject([
      {
        quantity: -4_000_000n,
        valued: { by: 'average', origin: 'purchase-1' },
        posted: -243_818_182n,
        contra: { key: 'purchase-variance' },
      },
    ]);
  });

  it('settles the debt of the purchase, not that of a later cost of the same supplier', () => {
    const openItems = [
      openItem('purchase-1', '7', '1490', '2026-03-02'),
      openItem('purchase-1', '99', '1490', '2026-03-05'),
    ];
    const both = drafted.after([{ type: 'complete' }], facts({ openItems }));
    expect(both.state()).toMatchObject({ data: { open_amount: '99' } });
  });

  it('settles the open amount of the purchase first, and leaves the rest as an advance', () => {
    expect(posted(completed).openItems).toEqual([
      { party: 'supplier-8', currency: 2, date: '2026-03-05', document: 'purchase-1', outlet: 1, amount: -198_000n },
    ]);
    const paid = drafted.after(
      [{ type: 'complete' }],
      facts({ openItems: [openItem('purchase-1', '9', '1490', '2026-03-05')] }),
    );
    expect(
      posted(paid).openItems.map(({ document, amount, credit }) => [document, printMoney(amount), credit]),
    ).toEqual([
      ['purchase-1', '-9', undefined],
      ['purchase_return-1', '-10.8', true],
    ]);
    expect(balances(posted(paid))).toMatchObject({
      'payable supplier-8': '13410',
      'supplier-advances supplier-8': '16092',
    });
  });

  it('in parts returns exactly the amounts of the purchase, and all goods leave at the cost of their receipt', () => {
    const sums = { payable: 0n, inventory: 0n };
    const parts = [
      { quantity: '7', bonus_quantity: '1', before: { 1: '0', 100001: '0' } },
      { quantity: '13', bonus_quantity: '1', before: { 1: '7', 100001: '1' } },
    ];
    for (const { before, ...typed } of parts) {
      const levels = Object.fromEntries(
        Object.entries(before).map(([line, count]) => [`returned:purchase-1:${line}`, count]),
      );
      const body = { ...input, lines: [{ purchase_line_id: 1, ...typed }] };
      const part = given(purchaseReturn).after(
        [{ type: 'draft', input: body }, { type: 'complete' }],
        facts({ levels }),
      );
      for (const line of posted(part).lines) {
        if (line.party) sums.payable += line.base;
        if (line.account.key === 'inventory') sums.inventory += line.base;
      }
    }
    // 90 dollars and 9 of tax; without the freight.
    expect(sums).toEqual({ payable: 1_475_100_000n, inventory: -1_341_000_000n });
  });

  it('claims the quantity of each line, so that two returns at once cannot both succeed', () => {
    expect(purchaseReturnDocument.claims?.(drafted.state(), completed.state(), 'purchase_return-1')).toMatchObject([
      { kind: 'level', key: 'returned:purchase-1:1', delta: '4', ceiling: '4', message: 'returned_meanwhile' },
    ]);
    expect(purchaseReturnDocument.claims?.(completed.state(), drafted.state(), 'purchase_return-1')).toMatchObject([
      { kind: 'level', key: 'returned:purchase-1:1', delta: '-4' },
    ]);
  });

  it('takes back tax in the system currency by the returned amount, and all of it in parts', () => {
    const dinar: PurchaseInput = {
      ...{ ...boughtInput, currency_fk: 1, rate_fk: null, discount: null, costs: [] },
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '3333', tax_fk: 1 }],
    };
    const documents = {
      'purchase-1': given(purchase)
        .after([{ type: 'enter', input: dinar, receive: true }])
        .state(),
    };
    const back = (gone: string) => {
      const known = facts({
        ...{ documents, openItems: [{ ...openItem('purchase-1', '9999', null), currency: 1 }] },
        levels: { 'returned:purchase-1:1': gone },
      });
      const some = { ...input, currency_fk: 1, lines: [{ purchase_line_id: 1, quantity: '1' }] };
      return posted(given(purchaseReturn).after([{ type: 'draft', input: some }, { type: 'complete' }], known));
    };
    const parts = ['0', '1', '2'].map(back);
    expect(parts.map((part) => balances(part)['input-tax'])).toEqual(['-333', '-334', '-333']);
    const lines = parts.flatMap((part) => part.lines);
    expect(lines.filter(({ base, foreign }) => base !== foreign)).toEqual([]);
    expect(lines.reduce((sum, line) => (line.account.key === 'rounding' ? sum + line.base : sum), 0n)).toBe(0n);
  });

  it('returns to draft and is not discarded, changed or completed otherwise', () => {
    completed.when({ type: 'return_to_draft', reason: 'x' }).gives('purchase_return.returned_to_draft');
    completed.when({ type: 'discard' }).isWrongState('return_to_draft');
    completed.when({ type: 'change', input }).isWrongState('return_to_draft');
  });
});

describe('a purchase return without its purchase', () => {
  const body: PurchaseReturnInput = {
    outlet_fk: 1,
    inventory_fk: 1,
    date: '2026-03-20',
    currency_fk: 2,
    rate_fk: 4,
    payment_type: 'cash',
    account_fk: 5,
    discount: { type: 'percent', value: '10' },
    lines: [{ item_fk: 11, unit_fk: 2, quantity: '2', price: '50', tax_fk: 1 }],
  };
  const entered = given(purchaseReturn).after([{ type: 'draft', input: body }, { type: 'complete' }]);

  it('posts entered prices at the out rate, and the goods at the present average', () => {
    expect(balances(posted(entered))).toEqual({
      'cash:5': '147510',
      'input-tax': '-13410',
      'purchase-variance': '-134100',
    });
    expect(posted(entered).movements).toMatchObject([
      { quantity: -24_000_000n, valued: { by: 'average' }, posted: 0n },
      { pool: { kind: 'cash' }, quantity: 99_000_000n, valued: { by: 'statedCost' } },
    ]);
  });

  it('returns goods only', () => {
    const service = { ...body, lines: [{ item_fk: 13, unit_fk: 1, quantity: '1', price: '1' }] };
    given(purchaseReturn).when({ type: 'draft', input: service }).isRefused('lines.0.item_fk: goods_only');
  });
});

describe('goods that go back before their bill', () => {
  const thirds: PurchaseInput = {
    ...{ ...boughtInput, currency_fk: 1, rate_fk: null, discount: null, costs: [] },
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '30', price: '1111.11', tax_fk: 1 }],
  };
  const inPart = (of: PurchaseInput) => {
    const unbilled = given(purchase).after([
      { type: 'enter', input: of, receive: false },
      { type: 'receive', input: { date: '2026-03-05', billed: false } },
    ]);
    const postings: Posting[] = [];
    let levels: Record<string, string> = {};
    let returned = 0n;
    for (const quantity of ['7', '3']) {
      const known = shop({ documents: { 'purchase-1': unbilled.state() }, levels });
      const back = { ...input, currency_fk: of.currency_fk, lines: [{ purchase_line_id: 1, quantity }] };
      const done = given(purchaseReturn).after([{ type: 'enter', input: back }], known);
      const state = done.state();
      for (const line of state.status === 'complete' ? state.data.lines : []) {
        returned += money(line.gross_amount) - money(line.discount_amount) + money(line.tax_amount);
      }
      postings.push(...purchaseReturnDocument.postingsOf(done.state(), 'purchase_return-1'));
      levels = claimed(
        levels,
        purchaseReturnDocument.claims?.({ status: 'none' }, done.state(), 'purchase_return-1') ?? [],
      );
    }
    const known = { ...shop({ levels }), ownId: 1 };
    const billed = unbilled.after([{ type: 'bill', input: { date: '2026-03-06' } }], known);
    levels = claimed(levels, purchaseDocument.claims?.(unbilled.state(), billed.state(), 'purchase-1') ?? []);
    return { postings: [...purchaseDocument.postingsOf(billed.state(), 'purchase-1'), ...postings], levels, returned };
  };
  const claimed = (levels: Record<string, string>, claims: readonly Claim[]) => {
    const after = { ...levels };
    for (const claim of claims) {
      if (claim.kind === 'level') after[claim.key] = String(Number(after[claim.key] ?? '0') + Number(claim.delta));
    }
    return after;
  };
  const sumOf = (postings: readonly Posting[], key: string) => {
    const lines = postings.flatMap((posting) => posting.lines).filter(({ account }) => account.key === key);
    const total = (of: (line: EntryLine) => bigint) => lines.reduce((sum, line) => sum + of(line), 0n);
    return [total(({ foreign }) => foreign), total(({ base }) => base)];
  };

  it.each([
    ['dollars with a discount, tax and bonus goods', boughtInput],
    ['dinars whose thirds are no whole ones', thirds],
  ])('leave nothing not billed, and no tax and no debt of their own: %s', (_, of) => {
    const { postings, levels, returned } = inPart(of);
    expect(sumOf(postings, 'goods-received-not-billed')).toEqual([0n, 0n]);
    const whole = given(purchase).after([{ type: 'enter', input: of, receive: true }]);
    const paid = (all: readonly Posting[]) => -(sumOf(all, 'payable')[0] ?? 0n);
    const [all, rest] = [purchaseDocument.postingsOf(whole.state(), 'purchase-1'), postings].map((each) =>
      each.map((posting) => ({ ...posting, lines: posting.lines.filter(({ party }) => party !== 'supplier-9') })),
    );
    const [bought, left] = [paid(all ?? []), paid(rest ?? [])];
    expect(returned).toBeGreaterThan(0n);
    expect(left).toBe(bought - returned);
    expect(levels['returned_unbilled:purchase-1:1']).toBe('0');
    expect(postings.flatMap(({ openItems }) => openItems).filter(({ document }) => document !== 'purchase-1')).toEqual(
      [],
    );
  });
});
