/**
 * What is always true of the books (accounting.md, section 7), asked of the tables of one build. Each question
 * gives the places where it is not, in words that a person can look up.
 */
import type pg from 'pg';
import { RESERVED_DAY } from '../../domain/sales/online-order-reserved.ts';

export interface Answer {
  readonly name: string;
  /** Empty when it holds. */
  readonly findings: readonly string[];
}

interface Invariant {
  readonly name: string;
  /** `{s}` is the schema; rows have one column, `finding`. */
  readonly sql: string;
}

const CUMULATIVE = (lines: string, first: string, second: string): string => `
  select format('%s %s at %s holds %s', ${first}, ${second}, effective_at, value) as finding from (
    select ${first}, ${second}, effective_at, sum(sum(quantity)) over w as quantity, sum(sum(value)) over w as value
    from {s}.${lines} group by ${first}, ${second}, effective_at, move_position, move_line
    window w as (partition by ${first}, ${second} order by effective_at, move_position, move_line)
  ) c where quantity = 0 and value <> 0`;

const LEVEL = (lines: string, levels: string, first: string, second: string): string => `
  select format('%s %s: %s, %s in level; %s, %s in lines', ${first}, ${second}, l.quantity, l.value, s.quantity, s.value) as finding
  from {s}.${levels} l
  full join (select ${first}, ${second}, sum(quantity) as quantity, sum(value) as value from {s}.${lines} group by 1, 2) s
  using (${first}, ${second})
  where (coalesce(l.quantity, 0), coalesce(l.value, 0)) <> (coalesce(s.quantity, 0), coalesce(s.value, 0))`;

const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every entry balances to zero, at one moment of effect: so does the trial balance at every (D, T)',
    sql: `select format('position %s entry %s is off by %s', position, entry_no, sum(base)) as finding
      from {s}.journal_line group by position, entry_no
      having sum(base) <> 0 or min(effective_at) <> max(effective_at)`,
  },
  {
    name: 'every entry balances to zero within each outlet',
    sql: `select format('position %s entry %s is off by %s in outlet %s', position, entry_no, sum(base), outlet_fk) as finding
      from {s}.journal_line group by position, entry_no, outlet_fk having sum(base) <> 0`,
  },
  {
    name: 'what goes into a production comes out of it',
    sql: `select format('%s leaves %s in production at position %s', document, sum(base), position) as finding
      from {s}.journal_line where account = 1330 group by document, position having sum(base) <> 0`,
  },
  {
    name: 'sums by day are the sums of the lines',
    sql: `select format('account %s outlet %s currency %s effective %s recorded %s', account, outlet_fk, currency_fk, effective_date, recorded_date) as finding
      from {s}.movement_day d
      full join (
        select account, outlet_fk, currency_fk, effective_date, recorded_date, kind = 'closing' as is_closing,
          sum(base) as base, sum(foreign_amount) as amount
        from {s}.journal_line group by 1, 2, 3, 4, 5, 6
      ) l using (account, outlet_fk, currency_fk, effective_date, recorded_date, is_closing)
      where (d.debit - d.credit, d.foreign_debit - d.foreign_credit) is distinct from (l.base, l.amount)`,
  },
  {
    name: 'sums by month are the sums of the days',
    sql: `select format('account %s outlet %s currency %s effective %s recorded %s', account, outlet_fk, currency_fk, effective_month, recorded_month) as finding
      from {s}.movement_month m
      full join (
        select account, outlet_fk, currency_fk, date_trunc('month', effective_date)::date as effective_month,
          date_trunc('month', recorded_date)::date as recorded_month, is_closing,
          sum(debit) as d, sum(credit) as c, sum(foreign_debit) as fd, sum(foreign_credit) as fc
        from {s}.movement_day group by 1, 2, 3, 4, 5, 6
      ) d using (account, outlet_fk, currency_fk, effective_month, recorded_month, is_closing)
      where (m.debit, m.credit, m.foreign_debit, m.foreign_credit) is distinct from (d.d, d.c, d.fd, d.fc)`,
  },
  {
    name: 'parties add up to their control accounts',
    sql: `select format('account %s: %s in the ledger, %s with parties', account, l.base, p.base) as finding
      from (
        select account, sum(base) as base from {s}.journal_line
        where account in (1210, 1220, 2110, 2120) group by 1
      ) l
      full join (select account, sum(debit - credit) as base from {s}.party_day where account in (1210, 1220, 2110, 2120) group by 1) p
      using (account)
      where coalesce(l.base, 0) <> coalesce(p.base, 0)`,
  },
  {
    name: 'the value of stock is the balance of the inventory accounts, on every day',
    sql: `select format('inventory %s on %s: %s in stock, %s in the ledger', inventory_fk, effective_date, s.value, l.base) as finding
      from (select inventory_fk, effective_date, sum(value) as value from {s}.stock_line group by 1, 2) s
      full join (
        select account - 131000000 as inventory_fk, effective_date, sum(base) as base
        from {s}.journal_line where account between 131000001 and 131099999 group by 1, 2
      ) l using (inventory_fk, effective_date)
      where coalesce(s.value, 0) <> coalesce(l.base, 0)`,
  },
  {
    name: 'where there are no goods there is no value, at every moment',
    sql: CUMULATIVE('stock_line', 'item_fk', 'inventory_fk'),
  },
  {
    name: 'where there is no foreign money there is no value, at every moment',
    sql: CUMULATIVE('cash_line', 'account', 'currency_fk'),
  },
  {
    name: 'foreign cash is the balance of its account, in both currencies',
    sql: `select format('account %s currency %s', c.account, c.currency_fk) as finding
      from (select account, currency_fk, sum(quantity) as quantity, sum(value) as value from {s}.cash_line group by 1, 2) c
      left join (
        select account, currency_fk, sum(foreign_debit - foreign_credit) as amount, sum(debit - credit) as base
        from {s}.movement_day group by 1, 2
      ) l using (account, currency_fk)
      where (c.quantity, c.value) is distinct from (l.amount, l.base)`,
  },
  {
    name: 'stock levels are the sums of the stock ledger',
    sql: LEVEL('stock_line', 'stock_level', 'item_fk', 'inventory_fk'),
  },
  {
    name: 'foreign cash levels are the sums of their lines',
    sql: LEVEL('cash_line', 'cash_level', 'account', 'currency_fk'),
  },
  {
    name: 'what is open on documents is the sum of its changes',
    sql: `select format('%s %s on %s', party, currency_fk, document) as finding
      from {s}.open_item o
      full join (select party, currency_fk, document, date, sum(amount) as amount from {s}.open_item_change group by 1, 2, 3, 4) c
      using (party, currency_fk, document, date)
      where o.amount is distinct from c.amount`,
  },
  {
    name: 'what is open with a party is its balance, in each currency',
    sql: `select format('%s currency %s: %s open, %s in the ledger', party, currency_fk, o.amount, p.amount) as finding
      from (select party, currency_fk, sum(amount) as amount from {s}.open_item group by 1, 2) o
      full join (
        select party, currency_fk,
          sum(foreign_debit - foreign_credit) * case when party like 'supplier-%' then -1 else 1 end as amount
        from {s}.party_day where account in (1210, 1220, 2110, 2120) group by 1, 2
      ) p using (party, currency_fk)
      where coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'a party that owes nothing in a foreign currency owes nothing in the books',
    sql: `select format('%s account %s currency %s: %s', party, account, currency_fk, sum(debit - credit)) as finding
      from {s}.party_day group by party, account, currency_fk
      having sum(foreign_debit - foreign_credit) = 0 and sum(debit - credit) <> 0`,
  },
];

const SHOWN = 20;

export async function checkBooks(client: pg.ClientBase, schema: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, sql } of INVARIANTS) {
    const { rows } = await client.query<{ finding: string }>(`${sql.replaceAll('{s}', schema)} limit ${SHOWN}`);
    answers.push({ name, findings: rows.map(({ finding }) => finding) });
  }
  return answers;
}

/** Across models and claims; only asked when all of them have seen the same events. */
const ACROSS: readonly Invariant[] = [
  {
    name: 'documents show what is open on them',
    sql: `select format('%s-%s: %s on the document, %s open', d.kind, d.id, d.open, o.amount) as finding
      from {s}.document d
      left join (select document, party, currency_fk, sum(amount) as amount from {s}.open_item group by 1, 2, 3) o
        on o.document = d.kind || '-' || d.id and o.party = d.party and o.currency_fk = d.currency_fk
      where d.open <> coalesce(o.amount, 0)`,
  },
  {
    name: 'goods in transit are those of transfers that have not wholly arrived',
    sql: `select format('%s leaves %s in transit', document, t.base) as finding
      from (select document, document_kind, document_id, sum(base) as base from {s}.journal_line where account = 1320 group by 1, 2, 3) t
      left join {s}.document d on d.kind = t.document_kind and d.id = t.document_id
      where t.base <> 0 and d.status is distinct from 'sent'`,
  },
  {
    name: 'a drawer was expected to hold what the books held, and holds what was left in it',
    sql: `select format('%s at position %s, account %s: %s expected and %s left, %s and %s in the books',
        e.stream, e.position, c.account_fk, c.expected_amount, c.left_amount, l.held, l.left) as finding
      from {s}.event e
      cross join lateral json_to_recordset(e.data -> 'accounts') c (account_fk int, expected_amount numeric, left_amount numeric)
      join {s}.account a on a.record_kind = 'cash' and a.record_id = c.account_fk
      cross join lateral (
        select coalesce(sum(j.foreign_amount) filter (where j.position < e.position), 0) as held,
          coalesce(sum(j.foreign_amount), 0) as left
        from {s}.journal_line j where j.account = a.account and j.position <= e.position
      ) l
      where e.type = 'drawer.closed' and (c.expected_amount, c.left_amount) <> (l.held, l.left)`,
  },
  {
    name: 'stock that is claimed is stock that is there',
    sql: `select format('%s: %s claimed, %s there', coalesce(c.key, s.key), c.total, s.quantity) as finding
      from (
        select l.key, l.total - coalesce(r.net, 0) as total from claim.level l
        left join claim.level_day r on r.key = l.key and r.day = '${RESERVED_DAY}' where l.key like 'stock:%'
      ) c
      full join (select format('stock:%s:%s', item_fk, inventory_fk) as key, quantity from {s}.stock_level) s on s.key = c.key
      where coalesce(c.total, 0) <> coalesce(s.quantity, 0)`,
  },
  {
    name: 'stock that is claimed on a day is stock that moved on it, what was counted among it',
    sql: `select format('%s on %s: %s claimed, %s there', key, day, c.net, s.quantity) as finding
      from (select key, day, net from claim.level_day where key like 'stock:%' and day < '${RESERVED_DAY}') c
      full join (
        select format('stock:%s:%s', item_fk, inventory_fk) as key, effective_date as day, sum(quantity) as quantity
        from {s}.stock_line group by 1, 2
      ) s using (key, day)
      where coalesce(c.net, 0) <> coalesce(s.quantity, 0)`,
  },
  {
    name: 'cash that is claimed is cash that is there',
    sql: `select format('%s: %s claimed, %s there', coalesce(c.key, s.key), c.total, s.amount) as finding
      from (select key, total from claim.level where key like 'cash:%') c
      full join (
        select format('cash:%s', a.record_id) as key, sum(m.foreign_debit - m.foreign_credit) as amount
        from {s}.movement_month m join {s}.account a on a.account = m.account and a.record_kind = 'cash' group by 1
      ) s on s.key = c.key
      where coalesce(c.total, 0) <> coalesce(s.amount, 0)`,
  },
];

export async function checkAcross(client: pg.ClientBase, schema: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, sql } of ACROSS) {
    const { rows } = await client.query<{ finding: string }>(`${sql.replaceAll('{s}', schema)} limit ${SHOWN}`);
    answers.push({ name, findings: rows.map(({ finding }) => finding) });
  }
  return answers;
}
