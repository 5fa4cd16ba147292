/** `npm run demo`: half a year with every kind of document, entered through commands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGtin } from '../../domain/catalogue/code.ts';
import { accountOf } from '../../domain/chart/chart.ts';
import { nameFieldIn } from '../../domain/records/record-name.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { ruleOfPosting } from '../../read-api/audit/explain/posting-rule.ts';
import { entriesOf, MENU } from '../../web/shared/navigation/menu-table.ts';
import { isNightly } from '../support/ring.ts';
import { askEveryList } from './every-list.ts';
import { column, type Demo, FEW_GOODS, openDemo } from './open-demo.ts';

/** `npm test` enters the last weeks of a shop with a fifth of the goods, the nightly run the whole half-year. */
const DAYS = isNightly ? [] : ['--days', '34', ...FEW_GOODS];
/** Kinds that occur once or twice in the half-year, and perhaps not in the last weeks. */
const ONCE_OR_TWICE = ['salesman_commission', 'dividend', 'item_pricing', 'recalculation', 'asset_sale'];
const RARE = isNightly ? [] : ONCE_OR_TWICE;
const RARE_LISTS = [
  ...RARE.map((kind) => `${kind}s`),
  ...(isNightly ? [] : ['purchases?filter[payment_status]=unpaid']),
];
/** Documents whose amounts are costs or carrying values, with four decimals: they are not paid. */
const PRICED_AT_COST = [
  'inventory_adjustment',
  'direct_adjustment',
  'stock_transfer',
  'production',
  'conversion',
  'opening_balance',
  'revaluation',
  'depreciation',
];
/** Lists and reports without rows, with the reasons. */
const EMPTY: Readonly<Record<string, string>> = {
  table_views: 'a person keeps their own views',
  show_sidebar_setting: 'a person folds their own menu',
  read_models: 'no model is stopped',
  'explain/line': 'a line is asked for by its place in the log',
  'items/same_names': 'no two items share a name',
  'payrolls/owed': 'shortages of drawers are cash over or short, as the setting is at first',
};

describe('the demonstration', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await openDemo('--once', ...DAYS);
  });
  afterAll(() => demo?.close());

  it('is entered without a refusal and says how one signs in', () => {
    expect(demo.output).toContain('Staff of the demonstration');
    expect(demo.code, demo.output).toBe(0);
  });

  it('holds every kind of document and of record', async () => {
    const there = new Set(await column(demo, 'select distinct kind as value from read.document'));
    const missing = documents.map(({ kind }) => kind).filter((kind) => !there.has(kind));
    expect(missing.filter((kind) => !RARE.includes(kind))).toEqual([]);
    const known = new Set(await column(demo, 'select distinct kind as value from read.record'));
    const unknown = records.map(({ kind }) => kind).filter((kind) => !known.has(kind));
    expect(unknown.filter((kind) => !RARE.includes(kind))).toEqual([]);
  });

  it('calls every thing in three languages', async () => {
    const kinds = records.filter((record) => nameFieldIn(record, 'ckb') !== undefined).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['promotion', 'collection', 'mixture', 'customer_group', 'fixed_asset']),
    );
    const { rows } = await demo.client.query<{ kind: string; name: string }>(
      `select kind, name from read.record
       where kind = any($1) and active and (name_ar !~ '[\\u0600-\\u06ff]' or name_ckb !~ '[\\u0600-\\u06ff]')`,
      [kinds],
    );
    expect(rows).toEqual([]);
  });

  it('has a picture of every item', async () => {
    const without = `select name as value from read.record
      where kind = 'item' and coalesce(jsonb_array_length(data -> 'images'), 0) = 0`;
    expect(await column(demo, without)).toEqual([]);
  });

  it('has notes and reasons in the language of whoever wrote them', async () => {
    const { rows } = await demo.client.query<{ said: string; lang: string }>(
      `select distinct said, coalesce(u.data ->> 'lang', 'en') as lang
       from read.event e
       join read.record u on u.kind = 'user' and u.id::text = e.actor,
       lateral unnest(array[e.data ->> 'note', e.data ->> 'reason', e.data ->> 'receiver']) said
       where said <> '' and e.actor <> '1'`,
    );
    expect(new Set(rows.map(({ lang }) => lang)).size).toBe(3);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ said, lang }) => (lang === 'en') === /[\u0600-\u06ff]/.test(said))).toEqual([]);
  });

  it('fills every screen: each list and each report has rows', async () => {
    const { email, password } = demo.firstUser;
    const asked = await askEveryList(demo.database.url, email, password);
    expect(
      asked
        .filter(({ rows }) => rows === 0)
        .map(({ route }) => route)
        .filter((route) => !RARE_LISTS.some((list) => route === list || route.startsWith(`${list}/`)))
        .sort(),
    ).toEqual(Object.keys(EMPTY).sort());
    // Every menu entry is among the requested routes or their permissions.
    const lists = asked.flatMap(({ route, permissions }) => [route.split('/')[0] as string, ...permissions]);
    const entries = MENU.flatMap(entriesOf).flatMap(({ permission }) => permission.split('##'));
    expect(entries.filter((entry) => !lists.includes(entry) && !lists.includes(entry.split('/')[0] as string))).toEqual(
      [],
    );
  });

  it('has orders of its customers, placed over /shop, whose steps have several persons', async () => {
    const ended = await column(
      demo,
      `select distinct d.status as value from read.document d
       join read.event e on e.kind = d.kind and e.entity_id = d.id and e.revision = 0
       where d.kind = 'online_order' and e.actor like 'online_customer-%'`,
    );
    expect(ended).toEqual(expect.arrayContaining(['cancelled', 'confirmed', 'delivered', 'pending']));
    const { rows } = await demo.client.query<{ persons: number; charged: number; steps: number }>(
      `select count(distinct actor)::int as persons, count(distinct data ->> 'delivery_charge')::int as charged,
         count(distinct type)::int as steps
       from read.event where kind = 'online_order'`,
    );
    expect(rows[0]?.persons).toBeGreaterThan(5);
    expect(rows[0]?.charged).toBeGreaterThan(2);
    expect(rows[0]?.steps).toBeGreaterThan(4);
  });

  it('has goods that are sold, of which a part is not delivered yet', async () => {
    const waiting = await column(
      demo,
      'select undelivered::float as value from read.stock_level where undelivered > 0',
    );
    expect(waiting).toContain(1);
  });

  it('has goods by batches at a till and with a driver, a count of two persons, and goods to order', async () => {
    const atTill = await column(
      demo,
      `select b ->> 'batch_number' as value from read.event e, lateral json_array_elements(e.data -> 'batches') b
       where e.kind = 'pos_sale'`,
    );
    expect(atTill).toEqual(expect.arrayContaining(['AX-2311', 'PC-0915']));
    const counters = `select count(distinct e.actor) as value from read.document d
      join read.event e on e.kind = d.kind and e.entity_id = d.id and e.type = 'count_round.counted'
      where d.kind = 'count_round' and d.status = 'open'`;
    expect(await column(demo, counters)).toEqual(['2']);
    const carried = await column(
      demo,
      `select distinct i.name as value from read.document d
       join read.document_line l on l.kind = d.kind and l.id = d.id
       join read.record i on i.kind = 'item' and i.id = l.item_fk and (i.data ->> 'has_batch_number')::boolean
       where d.kind = 'online_order' and d.status = 'confirmed' and d.data ->> 'driver_fk' is not null`,
    );
    expect(carried).toHaveLength(4);
  });

  it('has a pharmacy with codes of GS1, a held batch and a recall with its buyers, and telephones with IMEIs', async () => {
    const medicines = await column(
      demo,
      `select i.data -> 'item_units' -> 0 -> 'barcodes' ->> 0 as value from read.record i
       where i.kind = 'item' and (i.data ->> 'has_batch_number')::boolean`,
    );
    expect(medicines.length).toBeGreaterThan(3);
    expect(medicines.every(isGtin)).toBe(true);
    const holds = await column(
      demo,
      `select data ->> 'hold_type' || ' ' || (data ->> 'batch_number') as value from read.document
       where kind = 'batch_hold' order by 1`,
    );
    expect(holds).toEqual(['held PC-1102', 'recalled CS-7781']);
    const buyers = await column(
      demo,
      `select distinct c.name as value from read.batch_line b
       join read.document d on d.kind = b.document_kind and d.id = b.document_id and d.kind = 'sale'
       join read.record c on c.kind = 'customer' and c.id = (d.data ->> 'customer_fk')::int and c.data ->> 'mobile' <> ''
       where b.batch_number = 'CS-7781'`,
    );
    expect(buyers.length).toBeGreaterThan(3);
    const pieces = await column(
      demo,
      `select b.document_kind || ' ' || b.batch_number as value from read.batch_line b
       join read.record i on i.kind = 'item' and i.id = b.item_fk and (i.data ->> 'warranty_months')::int > 0
       where b.quantity < 0 and b.document_kind in ('sale', 'pos_sale') order by 1`,
    );
    expect(pieces).toEqual(['pos_sale 490154203237518', 'sale 356938035643809', 'sale 356938035643817']);
    const broken = `select e ->> 'broken' as value from read.document d, jsonb_array_elements(d.data -> 'entries') e
      where d.kind = 'pos_sale' and d.data::text like '%490154203237518%' and e -> 'broken' is not null`;
    expect(await column(demo, broken)).toEqual(['[]']);
  });

  it('has a container in three receipts, with freight between them, another price on its bill and a cost taken back', async () => {
    const stepsOf = `select string_agg(substr(e.type, 10), ' ' order by e.position) as value from read.event e
      where e.kind = 'purchase' and e.type <> 'purchase.cost_shared'
      group by e.entity_id having bool_or(e.type = 'purchase.cost_withdrawn')`;
    expect(await column(demo, stepsOf)).toEqual([
      'completed received_unbilled cost_entered received_unbilled received_unbilled cost_entered cost_withdrawn cost_entered billed',
    ]);
    const prices = `select (b ->> 'price') || ' instead of ' || (l ->> 'price') as value
      from read.event e, json_array_elements(e.data -> 'prices') b, json_array_elements(e.data -> 'purchase' -> 'lines') l
      where e.type = 'purchase.billed' and l ->> 'line_id' = b ->> 'line_id'`;
    expect(await column(demo, prices)).toEqual(['15.00 instead of 14.80']);
    const shared = `select count(*)::int as value from read.event where kind = 'purchase' and data ->> 'landed_cost_fk' is not null`;
    expect(await column(demo, shared)).toEqual([2]);
  });

  it('has debts in dollars that were paid with dinars, to a supplier and by a customer', async () => {
    const paid = await column(
      demo,
      `select distinct e.kind as value from read.event e, lateral json_array_elements(e.data -> 'allocations') a
       where e.type like '%_transaction.completed' and a ->> 'used' is not null and (e.data ->> 'currency_fk') = '1'`,
    );
    expect(paid.toSorted()).toEqual(['customer_transaction', 'supplier_transaction']);
  });

  it('sells goods by weight at its tills, which know its scales and show thirty categories', async () => {
    const weighed = await column(
      demo,
      `select distinct i.name as value from read.document_line l
       join read.record u on u.kind = 'unit' and u.id = l.unit_fk and u.name = 'Kilogram'
       join read.record i on i.kind = 'item' and i.id = l.item_fk
       where l.kind = 'pos_sale' and l.quantity <> trunc(l.quantity)`,
    );
    expect(weighed.length).toBeGreaterThan(5);
    const settings = await column(
      demo,
      `select jsonb_array_length(data -> 'grid_categories') || ' ' || (data -> 'scales' -> 0 ->> 'prefixes') as value
       from read.record where kind = 'till_setting'`,
    );
    expect(settings).toEqual(['30 ["20", "21"]']);
  });

  it('was known day by day: what came late changed what was known of an earlier day', async () => {
    const [days] = await column(demo, `select count(distinct recorded_at::date) as value from log.event`);
    expect(Number(days)).toBeGreaterThan(isNightly ? 170 : 30);
    const late = await column(
      demo,
      `select count(*) as value from read.journal_line l join read.event e using (position)
       where e.recorded_at > l.effective_date + interval '30 days'`,
    );
    expect(Number(late[0])).toBeGreaterThan(isNightly ? 10 : 0);
  });

  it('posted by each rule the accounts that the rule names, on the sides that it names', async () => {
    const { rows } = await demo.client.query<{ type: string; account: number; side: string }>(
      `select distinct e.type, j.account, case when j.base < 0 then 'credit' else 'debit' end as side
       from read.journal_line j join read.event e using (position)
       where j.kind = 'normal' and j.base <> 0 and j.cause_position = j.position`,
    );
    const posted = rows.flatMap(({ type, account, side }) => {
      const lines = ruleOfPosting(type)?.lines;
      const key = accountOf(account)?.key ?? '';
      // `inter-outlet` balances an entry within each outlet.
      return lines && key !== 'inter-outlet' ? [{ type, key, side, lines }] : [];
    });
    expect(new Set(posted.map(({ type }) => type)).size).toBeGreaterThan(20);
    const undeclared = posted.filter(
      ({ key, side, lines }) =>
        !lines.some(
          (one) =>
            (one.side === 'either' || one.side === side) && (one.accounts.length === 0 || one.accounts.includes(key)),
        ),
    );
    expect(undeclared.map(({ type, key, side }) => `${type} ${side} ${key}`).sort()).toEqual([]);
  });

  it('has no amount between the business and a person with a fraction that its currency does not have', async () => {
    const whole = (amount: string, currency: string) =>
      `${amount} <> round(${amount}, (select (c.data ->> 'decimals')::int from read.record c
        where c.kind = 'currency' and c.id = ${currency}))`;
    // The amounts of a document; costs of goods may have four decimals.
    const amounts = ['gross', 'discount', 'tax', 'net', 'total', 'open', 'unpaid', 'paid'];
    const documents = await column(
      demo,
      `select d.kind || ' ' || coalesce(d.number, d.id::text) as value from read.document d
       where d.kind <> all('{${PRICED_AT_COST.join()}}') and (${amounts.map((name) => whole(`d.${name}`, 'd.currency_fk')).join(' or ')})`,
    );
    const lines = await column(
      demo,
      `select l.kind || ' ' || l.id || ' line ' || l.line_id as value from read.document_line l
       where l.kind <> all('{${PRICED_AT_COST.join()}}') and (${whole('l.net', 'l.currency_fk')} or ${whole('l.tax', 'l.currency_fk')})`,
    );
    const open = await column(
      demo,
      `select o.party || ' ' || o.document as value from read.open_item_change o where ${whole('o.amount', 'o.currency_fk')}`,
    );
    const cash = await column(
      demo,
      `select l.document || ' ' || l.account as value from read.journal_line l join read.account a using (account)
       where a.key in ('cash', 'bank', 'remittance') and ${whole('l.foreign_amount', 'l.currency_fk')}`,
    );
    expect({ documents, lines, open, cash }).toEqual({ documents: [], lines: [], open: [], cash: [] });
    expect(Number((await column(demo, 'select count(*) as value from read.open_item_change'))[0])).toBeGreaterThan(50);
  });

  it('leaves books in which everything holds that always holds', async () => {
    const { code, output } = await demo.run('verify');
    expect(output).not.toContain('DOES NOT HOLD');
    expect(code, output).toBe(0);
  });
});
