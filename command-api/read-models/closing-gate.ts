/**
 * Findings that block the close of a year. `asked` contains the year's first and last day, the accounts of parties,
 * and the account of goods in transit.
 */

import { SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import { keysOf } from '../../domain/values/members.ts';
import { isMonetary, OF_PARTIES } from './foreign-balances.ts';
import type { CurrentQuery } from './named-query.ts';

const { receivable, payable } = SYSTEM_ACCOUNTS;
export const CONTROL_ACCOUNTS: readonly number[] = [
  receivable,
  SYSTEM_ACCOUNTS['supplier-advances'],
  SYSTEM_ACCOUNTS['staff-receivable'],
  payable,
  SYSTEM_ACCOUNTS['customer-advances'],
].map(({ code }) => code);

const DOCUMENT = 'd.kind, d.id, d.number, d.date::text as date, d.status, d.outlet_fk, d.inventory_fk';
/** Accounts of inventories are numbered below their control account (domain/chart/chart.ts). */
const [FIRST_INVENTORY, LAST_INVENTORY] = [1, 99_999].map((of) => SYSTEM_ACCOUNTS.inventory.code * 100_000 + of);

const SYSTEM_CURRENCY = `coalesce((select (data ->> 'currency_fk')::int from read.record
  where kind = 'system_setting' and id = 1), 1)`;

/** Months since the year 0 of a text that begins with a year and a month. */
function monthsOf(day: string): string {
  return `(substr(${day}, 1, 4)::int * 12 + substr(${day}, 6, 2)::int)`;
}

/** An asset that is worth at the end what it cost is not depreciated, unless that was revised. */
const LOSES_WORTH = `case when d.data ? 'revisions' then true when (d.data ->> 'currency_fk')::int = coalesce((d.data ->> 'salvage_currency_fk')::int, (d.data ->> 'system_currency_fk')::int)
  then (d.data ->> 'amount')::numeric - (d.data ->> 'salvage_amount')::numeric - coalesce((d.data ->> 'depreciated_amount')::numeric, 0) <> 0
  else true end`;

const CHECKS = {
  previous_year: `
    select 'financial_year' as kind, r.id, r.name, r.data ->> 'end_date' as date
    from asked, read.record r join claim.period p on p.from_day = coalesce(r.data ->> 'first_day', r.data ->> 'start_date')::date
    where r.kind = 'financial_year' and r.active and p.to_day < asked.first_day and p.status = 'open' order by p.from_day`,
  // A disposal that is done posts when it is approved.
  drafts: `
    select ${DOCUMENT} from asked, read.document d
    where (d.status in ('draft', 'hold', 'pending', 'committing') or (d.kind = 'asset_disposal' and d.status = 'done')) and d.date <= asked.last_day order by d.date, d.kind, d.id`,
  drawers: `
    select ${DOCUMENT} from asked, read.document d
    where d.kind like '%drawer%' and d.status in ('open', 'counted') and d.date <= asked.last_day order by d.date, d.id`,
  transit: `
    select ${DOCUMENT} from asked, read.document d
    where d.status in ('sent', 'partially_received') and d.date <= asked.last_day
    union all
    select null, null, null, null, null, m.outlet_fk, null from asked, read.movement_day m
    where m.account = asked.in_transit and m.effective_date <= asked.last_day
    group by m.outlet_fk having sum(m.debit - m.credit) <> 0`,
  subledgers: `
    select account, trim_scale(coalesce(p.base, 0))::text as actual, trim_scale(coalesce(l.base, 0))::text as expected,
      coalesce(l.outlets, '{}') || coalesce(p.outlets, '{}') as outlets from (
      select m.account, sum(m.debit - m.credit) as base, array_agg(distinct m.outlet_fk) as outlets from asked, read.movement_day m
      where m.account = any(asked.controls) and m.effective_date <= asked.last_day group by 1
    ) l full join (
      select p.account, sum(p.debit - p.credit) as base, array_agg(distinct p.outlet_fk) as outlets from asked, read.party_day p
      where p.account = any(asked.controls) and p.effective_date <= asked.last_day group by 1
    ) p using (account) where coalesce(l.base, 0) <> coalesce(p.base, 0) order by account`,
  stock_value: `
    select account, trim_scale(coalesce(s.value, 0))::text as actual, trim_scale(coalesce(l.base, 0))::text as expected,
      account - ${Number(FIRST_INVENTORY) - 1} as inventory_fk from (
      select m.account, sum(m.debit - m.credit) as base from asked, read.movement_day m
      where m.account between ${FIRST_INVENTORY} and ${LAST_INVENTORY} and m.effective_date <= asked.last_day group by 1
    ) l full join (
      select s.inventory_fk + ${Number(FIRST_INVENTORY) - 1} as account, sum(s.value) as value from asked, read.stock_line s
      where s.effective_date <= asked.last_day group by 1
    ) s using (account) where coalesce(l.base, 0) <> coalesce(s.value, 0) order by account`,
  // Openings may be finished one after the other; together they leave nothing.
  opening_equity: `
    select m.account, trim_scale(sum(m.debit - m.credit))::text as actual, '0' as expected,
      array_agg(distinct m.outlet_fk) as outlets from asked, read.movement_day m
    where m.account = ${SYSTEM_ACCOUNTS['opening-equity'].code} and m.effective_date <= asked.last_day
    group by 1 having sum(m.debit - m.credit) <> 0`,
  negative_stock: `
    select 'item' as kind, s.item_fk as id, r.name, trim_scale(sum(s.quantity))::text as quantity, s.inventory_fk
    from asked, read.stock_line s left join read.record r on r.kind = 'item' and r.id = s.item_fk
    where s.effective_date <= asked.last_day
    group by s.item_fk, s.inventory_fk, r.name having sum(s.quantity) < 0 order by s.item_fk, s.inventory_fk`,
  // As domain/assets/depreciation.ts, `dueMonths`: the months until the last day that were not entered.
  depreciation: `
    select d.kind, d.id, d.number, d.outlet_fk, r.name, (m.due - m.entered)::text as quantity
    from asked cross join read.document d left join (
      select p.id, array_agg(distinct (l ->> 'month_number')::int) as numbers,
        bool_or((l ->> 'month_number')::int = ${monthsOf("coalesce(l ->> 'month', e.data ->> 'true_date', e.date::text)")} - ${monthsOf('p.date::text')}) as is_of_earlier_count
      from read.document e cross join lateral jsonb_array_elements((e.data -> 'lines')::jsonb) l
      join read.document p on p.kind = 'asset_purchase' and p.id = (l ->> 'asset_purchase_fk')::int
      where e.kind = 'depreciation' and e.status = 'complete' group by p.id
    ) taken on taken.id = d.id
    cross join lateral (
      select coalesce(d.data ->> 'opened_on', case when not coalesce(taken.is_of_earlier_count, false) then d.data ->> 'true_date' end,
        d.date::text) as day
    ) bought
    cross join lateral (
      select least((coalesce(d.data #>> '{revisions,-1,useful_life_months}', d.data ->> 'useful_life_months'))::int, ${monthsOf('asked.last_day::text')} - ${monthsOf('bought.day')}) as due
    ) life
    cross join lateral (
      select life.due, (select count(*)::int from unnest(taken.numbers) n where n between 1 and life.due) as entered
    ) m
    left join read.record r on r.kind = 'fixed_asset' and r.id = (d.data ->> 'fixed_asset_fk')::int
    where d.kind = 'asset_purchase' and d.status = 'complete' and m.due > m.entered and ${LOSES_WORTH} and not exists (
      select from read.document s where s.kind = 'asset_sale' and s.status = 'complete'
        and (s.data ->> 'asset_purchase_fk')::int = d.id)
    order by d.id`,
  // A revaluation contains the balances as known at its position; later entries for its day or before make it outdated.
  revaluation: `
    select d.kind, d.id, d.number, b.outlet_fk, r.name, asked.last_day::text as date
    from asked cross join lateral (
      select outlet_fk from (
        select m.outlet_fk, m.account::text as what, m.currency_fk, sum(m.foreign_debit - m.foreign_credit) as amount
        from read.movement_day m
        where ${isMonetary('m.account')} and m.effective_date <= asked.last_day group by 1, 2, 3
        union all
        select p.outlet_fk, p.party || p.account, p.currency_fk, sum(p.foreign_debit - p.foreign_credit) from read.party_day p
        where p.account ${OF_PARTIES} and p.effective_date <= asked.last_day group by 1, 2, 3
      ) held
      where amount <> 0 and currency_fk <> ${SYSTEM_CURRENCY}
      union
      select outlet_fk from read.document where kind = 'revaluation' and status = 'posted' and date = asked.last_day
    ) b left join read.record r on r.kind = 'outlet' and r.id = b.outlet_fk
    left join read.document d on d.kind = 'revaluation' and d.status = 'posted' and d.outlet_fk = b.outlet_fk
      and d.date = asked.last_day
    where d.id is null or exists (
      select from read.journal_line l
      where l.position > (d.data ->> 'position')::bigint and l.outlet_fk = b.outlet_fk and l.effective_date <= asked.last_day
        and l.currency_fk <> ${SYSTEM_CURRENCY}
        and (l.account ${OF_PARTIES} or ${isMonetary('l.account')})
      group by l.account, l.party, l.currency_fk having sum(l.foreign_amount) <> 0 or sum(l.base) <> 0)
    order by b.outlet_fk`,
} as const;

export type CheckName = keyof typeof CHECKS;

/** Fields depend on the check. */
export interface Finding {
  readonly kind?: string | null;
  readonly id?: number | null;
  readonly number?: string | null;
  readonly date?: string;
  readonly status?: string;
  readonly name?: string;
  readonly account?: number;
  readonly outlet_fk?: number;
  readonly quantity?: string;
  /** Null for whoever may not see the balance. */
  readonly expected?: string | null;
  readonly actual?: string | null;
}

/** A finding with the places that it concerns. */
export interface PlacedFinding extends Finding {
  readonly inventory_fk?: number | null;
  /** All outlets of the amounts of an account. */
  readonly outlets?: readonly number[];
}

/** A person is shown those of their own places among them. */
const FINDINGS_READ_MAX = 1_000;

type Asked = [firstDay: string, lastDay: string, controls: readonly number[], inTransit: number];
/** `count` is the total number of findings. */
export type GateQuery = CurrentQuery<Asked, { readonly finding: PlacedFinding; readonly count: string }>;

const gateQuery = (name: CheckName): readonly [CheckName, GateQuery] => [
  name,
  {
    name: `check before a close: ${name}`,
    staleness: 'position of the decision',
    sql: `with asked as (select $1::date as first_day, $2::date as last_day, $3::int[] as controls, $4::int as in_transit),
       found as (${CHECKS[name]})
       select to_jsonb(f) as finding, count(*) over () as count from found f limit ${FINDINGS_READ_MAX}`,
  },
];

/** All checks in the order of the page. */
export const GATE_QUERIES: readonly (readonly [CheckName, GateQuery])[] = keysOf(CHECKS).map(gateQuery);
