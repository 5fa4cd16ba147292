/**
 * The compiler refuses what is misspelt between the server and the screens. Each line below a `@ts-expect-error` is such
 * a misspelling: the check of types fails when one of them compiles. Nothing here is run.
 */
import { expect, it } from 'vitest';
import type { SalesmanData } from '../../domain/sales/commission/salesman.record.ts';
import type { trialBalanceRoute } from '../../read-api/reports/trial-balance.ts';
import type { useFigures } from '../../web/dashboard/card.tsx';
import { amend, command, type Posts, remove } from '../../web/shared/api/command.ts';
import { enter } from '../../web/shared/api/enter.ts';
import { type Reads, read } from '../../web/shared/api/read.ts';
import type { declareEditor } from '../../web/shared/document/declare-editor.ts';
import type { recordScreens } from '../../web/shared/record/record-screens.ts';

const BATCHES = { field: 'batches', kind: 'batches', width: '72px' } as const;

type Row = Reads['financial_reports/trial_balance']['rows'][number];

/** Takes a function without calling it. */
const compiles = (code: (...given: never[]) => unknown): void => expect(code).toBeInstanceOf(Function);

it('a path that no read has is refused', () => {
  compiles(() => read('financial_reports/trial_balance'));
  // @ts-expect-error
  compiles(() => read('financial_reports/trial_balanc'));
});

it('a field that the answer does not have is refused, in an answer and in its rows', () => {
  compiles((row: Row) => row.is_heading);
  // @ts-expect-error
  compiles((row: Row) => row.is_head);
  // @ts-expect-error
  compiles(async () => (await read('explain/line', {})).acount_key);
  // @ts-expect-error
  compiles(async () => (await read('purchase_orders/proposal')).items[0]?.unit_fks);
});

it('a field that may be null is no number', () => {
  type Item = Reads['purchase_orders/proposal']['items'][number];
  compiles((item: Item): number => item.unit_fk);
  // @ts-expect-error
  compiles((item: Item): number => item.supplier_fk);
});

it('a handler that leaves out a field of its answer is refused', () => {
  type Answer = Awaited<ReturnType<(typeof trialBalanceRoute)['handle']>>;
  // @ts-expect-error
  compiles((rows: readonly Row[]): Answer => ({ rows }));
});

it('a column or a field of a form that the record does not have is refused', () => {
  type Screens = typeof recordScreens<SalesmanData>;
  const words = { many: 'sales:salesmen', one: 'sales:salesman' };
  const [column, section] = [{ field: 'base_salary', kind: 'amount' }, { fields: ['sale_man_quota_2'] }] as const;
  compiles((screens: Screens) => screens('salesmen', { words, columns: [column], sections: [section] }));
  const [wrongColumn, wrongSection] = [
    { field: 'base_salery', kind: 'amount' },
    { fields: ['sale_man_qota'] },
  ] as const;
  // @ts-expect-error
  compiles((screens: Screens) => screens('salesmen', { words, columns: [wrongColumn], sections: [section] }));
  // @ts-expect-error
  compiles((screens: Screens) => screens('salesmen', { words, columns: [column], sections: [wrongSection] }));
});

it('a report or a card of a path that no read has is refused', () => {
  compiles((figures: typeof useFigures) => figures('reports/most_active_items'));
  // @ts-expect-error
  compiles((figures: typeof useFigures) => figures('reports/most_activ_items'));
  // @ts-expect-error
  compiles(() => read('items/:id/batches', { params: { item: 7 } }));
});

it('a field of an editor, of its lines or of its costs that the body does not have is refused', () => {
  type Quotations = typeof declareEditor<'quotations'>;
  const [header, columns] = [['date'], [{ field: 'tax_percent', kind: 'percent', width: '72px' }]] as const;
  const [charge, misspelt] = [
    [{ field: 'delivery_charge', kind: 'amount' }],
    [{ field: 'delivery_chrage', kind: 'amount' }],
  ] as const;
  compiles((declare: Quotations) => declare('quotations', { header, details: charge }));
  // @ts-expect-error
  compiles((declare: Quotations) => declare('quotations', { header, details: misspelt }));
  // @ts-expect-error
  compiles((declare: Quotations) => declare('quotations', { header: ['to_outlet_fk'] }));
  compiles((declare: Quotations) => declare('quotations', { header, columns, costs: columns }));
  const wrong = [{ field: 'tax_percnet', kind: 'percent', width: '72px' }] as const;
  // @ts-expect-error
  compiles((declare: Quotations) => declare('quotations', { header, columns: wrong }));
  // @ts-expect-error
  compiles((declare: Quotations) => declare('quotations', { header, costs: wrong }));
  // @ts-expect-error
  compiles((declare: typeof declareEditor) => declare('salse', { header }));
});

it('a column that is never sent may have any name, and a field that a wire converts is named', () => {
  const columns = [{ field: 'net_pay', kind: 'amount', computed: true, width: '72px' }] as const;
  compiles((declare: typeof declareEditor<'payrolls'>) => declare('payrolls', { header: ['date'], columns }));
  const direction = [{ field: 'direction', kind: 'text', width: '72px' }] as const;
  type Adjustments = 'inventory_direct_adjustments';
  compiles((declare: typeof declareEditor<Adjustments, 'direction'>) =>
    declare('inventory_direct_adjustments', { header: ['date'], columns: direction, batches: BATCHES }),
  );
  compiles((declare: typeof declareEditor<Adjustments>) =>
    // @ts-expect-error
    declare('inventory_direct_adjustments', { header: ['date'], columns: direction, batches: BATCHES }),
  );
});

it('an editor of a document whose lines name batches says which column has them', () => {
  compiles((declare: typeof declareEditor<'sales'>) => declare('sales', { header: ['date'], batches: BATCHES }));
  // @ts-expect-error
  compiles((declare: typeof declareEditor<'sales'>) => declare('sales', { header: ['date'] }));
  // @ts-expect-error
  compiles((declare: typeof declareEditor<'conversions'>) => declare('conversions', { header: ['date'] }));
  compiles((declare: typeof declareEditor<'quotations'>) => declare('quotations', { header: ['date'] }));
});

it('a body that leaves out a required field, or has one that the document does not have, is refused', () => {
  const reminder = { customer_fk: 1, outlet_fk: 1, date: '2026-03-11', documents: [{ document: 'sale-1' }] };
  compiles(() => enter('payment_reminders', { ...reminder, letter_language: 'ar' }));
  // @ts-expect-error
  compiles(() => enter('payment_reminders', { ...reminder, letter_language: 'fr' }));
  // @ts-expect-error
  compiles(() => enter('payment_reminders', reminder));
  // @ts-expect-error
  compiles(() => enter('payment_reminders', { ...reminder, letter_language: 'ar', letter_langauge: 'ar' }));
  // @ts-expect-error
  compiles(() => enter('payment_reminder', { ...reminder, letter_language: 'ar' }));
});

it('the problem of a backup is one that the screen has a sentence for', () => {
  type Problem = NonNullable<Reads['backups']['problem']>;
  compiles((problem: Problem): 'backup' | 'check' => problem.kind);
  // @ts-expect-error
  compiles((problem: Problem): 'backup' => problem.kind);
});

it('a read by id is one of the contract', () => {
  compiles(() => read('drivers/:id', { params: { id: 1 } }));
  compiles(() => read('closing_drawers/:id/figures', { params: { id: 1 } }));
  // @ts-expect-error
  compiles(() => read('closing_drawers/:id/figure', { params: { id: 1 } }));
  // @ts-expect-error
  compiles((goods: Reads['count_rounds/:id/goods'][number]) => goods.unit);
});

it('a command that no route has, or with a body that it does not take, is refused', () => {
  const sale = { item_fk: 4 };
  compiles(() => command('count_rounds/:id/recount', { params: { id: 1 }, body: sale }));
  // @ts-expect-error
  compiles(() => command('count_rounds/:id/recounted', { params: { id: 1 }, body: sale }));
  // @ts-expect-error
  compiles(() => command('count_rounds/:id/recount', { params: { id: 1 }, body: { item_kf: 4 } }));
  // @ts-expect-error
  compiles(() => command('count_rounds/:id/recount', { body: sale }));
  compiles(() => command('auth/switch_outlet', { body: { outlet_fk: 1 } }));
  // @ts-expect-error
  compiles(() => command('auth/switch_outlet', { body: { outlet_kf: 1 } }));
  // @ts-expect-error
  compiles(() => command('auth/switch_outlet'));
  compiles(() => command('auth/logout'));
  // @ts-expect-error
  compiles(() => command('auth/logout', { body: { everywhere: true } }));
  compiles(() => amend('auth/profile', { body: { theme: 'dark' } }));
  // @ts-expect-error
  compiles(() => amend('auth/profile', { body: { theme: 'drak' } }));
});

it('the answer of a command is that of its route', () => {
  compiles(async () => (await command('users/:id/give_password', { params: { id: 1 } })).data.password);
  // @ts-expect-error
  compiles(async () => (await command('users/:id/give_password', { params: { id: 1 } })).data.pasword);
  compiles(async () => (await read('auth/second_factor')).recovery_codes_left);
  // @ts-expect-error
  compiles(async () => (await read('auth/second_factor')).recovery_codes);
});

it('what every resource has is read by the name of its route, and a misspelt resource or part is refused', () => {
  compiles(() => read(':resource/:id/history', { params: { resource: 'sales', id: 1 } }));
  // @ts-expect-error
  compiles(() => read(':resource/:id/histroy', { params: { resource: 'sales', id: 1 } }));
  // @ts-expect-error
  compiles(() => read(':resource/:id/history', { params: { id: 1 } }));
  compiles(() => read('currencies/list'));
  // @ts-expect-error
  compiles(() => read('currencys/list'));
  compiles(() => read('customers/:id', { params: { id: 1 } }));
  // @ts-expect-error
  compiles(() => read('customer/:id', { params: { id: 1 } }));
});

it('a misspelt field of a record, of a document, of its lines and of a row of a list is refused', () => {
  compiles((row: Reads['customers/:id']) => [row.consumer_name, row.pricing_profile_fk, row.pricing_profile_name]);
  // @ts-expect-error
  compiles((row: Reads['customers/:id']) => row.consumer_nam);
  // @ts-expect-error
  compiles((row: Reads['customers/:id']) => row.pricing_profile_nam);
  compiles((row: Reads['currencies/list']['data'][number]) => row.symbol);
  // @ts-expect-error
  compiles((row: Reads['currencies/list']['data'][number]) => row.symbl);
  compiles((document: Reads['item_pricings/:id']) => document.lines?.[0]?.new_price);
  // @ts-expect-error
  compiles((document: Reads['item_pricings/:id']) => document.lines?.[0]?.new_prise);
  compiles((row: Reads['sales']['data'][number]) => [row.total, row.customer_fk, row.status]);
  // @ts-expect-error
  compiles((row: Reads['sales']['data'][number]) => row.totl);
  compiles((purchase: Reads['purchases/:id']) => purchase.receipts[0]?.after);
  // @ts-expect-error
  compiles((purchase: Reads['purchases/:id']) => purchase.receipts[0]?.aftr);
});

it('a record is entered and changed with the fields of its declaration', () => {
  compiles(() => command('customers', { body: { consumer_name: 'Ali', mobile: null } }));
  // @ts-expect-error
  compiles(() => command('customers', { body: { consumer_nam: 'Ali' } }));
  // @ts-expect-error
  compiles(() => command('customers', { body: { consumer_name: 'Ali', mobil: null } }));
  compiles(() => amend('categories/:id', { params: { id: 1 }, body: { is_active_online: true, revision: 2 } }));
  // @ts-expect-error
  compiles(() => amend('categories/:id', { params: { id: 1 }, body: { is_active_onlin: true, revision: 2 } }));
  compiles(() => remove('categories/:id', { params: { id: 1 }, body: { revision: 2 } }));
  // @ts-expect-error
  compiles(() => remove('categorys/:id', { params: { id: 1 }, body: { revision: 2 } }));
});

it('a job, an import and a sign-in take the body of their route and give its answer', () => {
  compiles(() => command('jobs/close_year', { body: { year_close_fk: 1 } }));
  // @ts-expect-error
  compiles(() => command('jobs/close_year', { body: { year_close: 1 } }));
  compiles((checked: Extract<Posts['imports/:name']['answer'], { problems: unknown }>) => checked.problems[0]?.column);
  // @ts-expect-error
  compiles((checked: Extract<Posts['imports/:name']['answer'], { problems: unknown }>) => checked.problems[0]?.colum);
  compiles(() => command('auth/login', { body: { email: 'a@b.iq', password: 'x' } }));
  // @ts-expect-error
  compiles(() => command('auth/login', { body: { mail: 'a@b.iq', password: 'x' } }));
  compiles((me: Posts['auth/me']['answer']) => [me.system_currency.symbol, me.system_settings?.cash_rounding_step]);
  // @ts-expect-error
  compiles((me: Posts['auth/me']['answer']) => me.system_settings?.cash_rounding_stp);
});
