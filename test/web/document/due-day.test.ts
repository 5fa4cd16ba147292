/** The due day of a document on account on the screen: proposed by the terms of its party, or typed. */
import { describe, expect, it } from 'vitest';
import { documents } from '../../../domain/registry/documents.ts';
import { declaration as assetPurchase } from '../../../web/assets/asset-purchases.tsx';
import { assetSaleDeclaration } from '../../../web/assets/asset-sales.tsx';
import { declaration as expense } from '../../../web/cash/expenses.tsx';
import { declaration as income } from '../../../web/cash/incomes.tsx';
import { journalDeclaration } from '../../../web/ledger/general-journals.tsx';
import { openingDeclaration } from '../../../web/ledger/moving-in/opening-balances.tsx';
import { openingItemDeclaration } from '../../../web/ledger/moving-in/opening-items.tsx';
import { landedCostDeclaration } from '../../../web/purchasing/costs/landed-costs.tsx';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { PROPOSED_DUE, termsOfDraft, withDueDays } from '../../../web/shared/document/fields/due-day.ts';
import { keyOfTerms } from '../../../web/shared/document/fields/terms.ts';
import { NO_IDENTITIES, toBody } from '../../../web/shared/document/model/body.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { localToday } from '../../../web/shared/typing/date-words.ts';
import { duesIn, hasDue } from '../../support/due-fields.ts';

const DAY = '2026-03-01';
const [CUSTOMER, SUPPLIER] = [{ customer_fk: 7 }, { supplier_fk: 8 }];
const owed = { payment_type: 'on_account', date: DAY, currency_fk: 1, system_currency_fk: 1 };
const SIDES: readonly Fields[] = [
  { account: 1210, ...CUSTOMER, debit: '50', due_date: null },
  { account: 2110, ...SUPPLIER, credit: '50', debit: null, due_date: null },
  // A paid side of the same parties is due on no day.
  { account: 1220, ...SUPPLIER, debit: '9', due_date: null },
];

interface Case {
  readonly editor: EditorDeclaration;
  readonly header: Fields;
  readonly lines?: readonly Fields[];
}

/** An editor for each body with a due day, and a draft of it. */
const CASES: Readonly<Record<string, Case>> = {
  sales: { editor: saleDeclaration, header: { ...owed, ...CUSTOMER } },
  purchases: { editor: purchaseDeclaration, header: { ...owed, ...SUPPLIER } },
  landed_costs: { editor: landedCostDeclaration, header: { ...owed, ...SUPPLIER } },
  expenses: { editor: expense, header: { ...owed, ...SUPPLIER } },
  incomes: { editor: income, header: { ...owed, ...CUSTOMER } },
  asset_purchases: { editor: assetPurchase, header: { ...owed, ...SUPPLIER } },
  asset_sales: { editor: assetSaleDeclaration, header: { ...owed, ...CUSTOMER, leaves_by: 'sale' } },
  opening_items: { editor: openingItemDeclaration, header: { ...CUSTOMER, opened_as: 'debt', date: DAY } },
  general_journals: { editor: journalDeclaration, header: { date: DAY }, lines: SIDES },
  opening_balances: { editor: openingDeclaration, header: { financial_year_fk: 1 }, lines: SIDES },
};
/** What does not make a debt. */
const PAID: Readonly<Record<string, Fields>> = {
  opening_items: { opened_as: 'advance' },
  asset_sales: { leaves_by: 'disposal' },
};

const draftOf = ({ header, lines = [] }: Case): Draft => ({
  header,
  lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  costs: [],
});
const known = (days: number) => ({ daysOf: () => days, openedOn: DAY });
const dues = ({ header, lines }: Draft) =>
  [header, ...lines.map(({ fields }) => fields)].map((part) => part['due_date'] ?? null);
/** All due days that are sent, wherever they are. */
function sent(editor: EditorDeclaration, draft: Draft): readonly unknown[] {
  const { body } = toBody(editor, draft, NO_IDENTITIES);
  expect(JSON.stringify(body)).not.toContain(PROPOSED_DUE);
  return duesIn(body);
}

it('is asked of every document that can have one', () => {
  const wanted = documents.filter(({ body }) => hasDue(body)).map(({ resource }) => resource);
  expect(Object.keys(CASES).toSorted()).toEqual(wanted.toSorted());
});

describe.each(Object.entries(CASES))('of %s', (name, example) => {
  const { editor } = example;
  const draft = draftOf(example);
  const [own, first] = example.lines ? [1, draft.lines[0]?.key ?? 0] : [0, 0];
  const typedOn = (to: Draft, value: Fields): Draft => ({
    ...to,
    header: own === 0 ? { ...to.header, ...value } : to.header,
    lines: to.lines.map((line) => (line.key === first ? { ...line, fields: { ...line.fields, ...value } } : line)),
  });

  it('is as many days after the document as the terms give, and follows the terms until another is typed', () => {
    const proposed = withDueDays(editor, draft, known(30));
    const days = example.lines ? [null, '2026-03-31', '2026-03-31', null] : ['2026-03-31'];
    expect(dues(proposed)).toEqual(days);
    expect(withDueDays(editor, proposed, known(30))).toBe(proposed);
    expect(dues(withDueDays(editor, proposed, known(10)))[own]).toBe('2026-03-11');
    const typed = typedOn(proposed, { due_date: '2026-05-01' });
    expect(dues(withDueDays(editor, typed, known(10)))[own]).toBe('2026-05-01');
    const deleted = typedOn(typed, { due_date: null });
    expect(dues(withDueDays(editor, deleted, known(10)))[own]).toBe('2026-03-11');
  });

  it('is asked of the terms of the day of an earlier document, and of those of now for openings and today', () => {
    const isOpening = name.startsWith('opening_');
    const asked = (date: string) =>
      termsOfDraft(editor, { ...draft, header: { ...draft.header, date } }).map(keyOfTerms);
    const parties = example.lines
      ? ['customers 7', 'suppliers 8']
      : ['customer_fk' in draft.header ? 'customers 7' : 'suppliers 8'];
    expect(asked(DAY)).toEqual(parties.map((party) => `${party} ${isOpening ? '' : DAY}`));
    expect(asked(localToday())).toEqual(parties.map((party) => `${party} `));
  });

  it('is sent only where it is typed, so that the server determines it', () => {
    const proposed = withDueDays(editor, draft, known(30));
    expect(sent(editor, proposed)).toEqual([]);
    expect(sent(editor, draft)).toEqual([]);
    expect(sent(editor, typedOn(proposed, { due_date: '2026-04-15' }))).toEqual(['2026-04-15']);
  });

  it('is not proposed before the terms are known, nor for what is paid', () => {
    const unknown = { daysOf: () => undefined, openedOn: DAY };
    expect(withDueDays(editor, draft, unknown)).toBe(draft);
    const proposed = withDueDays(editor, draft, known(30));
    const paid = PAID[name] ?? { payment_type: 'cash' };
    const again = withDueDays(editor, typedOn(proposed, example.lines ? { debit: null } : paid), known(30));
    expect(dues(again)[own]).toBeNull();
  });
});
