/** Invariants between the models, and between them and the claims. */
import type pg from 'pg';
import { isReservedSql } from '../../domain/deciding/level-marks.ts';
import type { Answer } from '../rebuild/invariants.ts';
import { ask, type Invariant } from './ask.ts';
import { checkBatches } from './batches.ts';
import { REFUNDS } from './refunds.ts';
import { TILL_ENTRIES } from './till-entries.ts';

/** Across models and claims; checked only when all of them are at the same position. */
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
    name: 'claims against suppliers are those of returns whose credit is awaited',
    sql: `select format('%s leaves %s among the claims', document, t.base) as finding
      from (select document, document_kind, document_id, sum(base) as base from {s}.journal_line where account = 1225 group by 1, 2, 3) t
      left join {s}.document d on d.kind = t.document_kind and d.id = t.document_id
      where t.base <> 0 and d.status is distinct from 'credit_awaited'`,
  },
  {
    // An account without an outlet is shared: each outlet has its own part of the balance.
    name: 'an account or inventory of an outlet has postings of that outlet only',
    sql: `select format('%s %s of outlet %s: %s of outlet %s in %s at position %s',
        r.kind, r.id, o.outlet, sum(j.base), j.outlet_fk, j.document, min(j.position)) as finding
      from {s}.record r
      cross join lateral (select (r.data ->> 'outlet_fk')::int as outlet) o
      join {s}.account a on a.record_kind = r.kind and a.record_id = r.id
      join {s}.journal_line j on j.account = a.account and j.outlet_fk <> o.outlet
      where r.kind in ('cash', 'inventory')
      group by r.kind, r.id, o.outlet, j.outlet_fk, j.document`,
  },
  {
    // Without what others moved in the account while the drawer was closed, if it was opened again.
    name: 'a drawer was expected to hold what the books held, and holds what was left in it',
    sql: `select format('%s at position %s, account %s: %s expected and %s left, %s and %s in the books',
        e.stream, e.position, c.account_fk, c.expected_amount, c.left_amount, l.held - m.moved, l.left - m.moved) as finding
      from {s}.event e
      cross join lateral json_to_recordset(e.data -> 'accounts') c (account_fk int, expected_amount numeric, left_amount numeric,
        moved_amount numeric)
      cross join lateral (select coalesce(c.moved_amount, 0) as moved) m
      join {s}.account a on a.record_kind = 'cash' and a.record_id = c.account_fk
      cross join lateral (
        select coalesce(sum(j.foreign_amount) filter (where j.position < e.position), 0) as held,
          coalesce(sum(j.foreign_amount), 0) as left
        from {s}.journal_line j where j.account = a.account and j.position <= e.position
      ) l
      where e.type = 'drawer.closed' and (c.expected_amount, c.left_amount) <> (l.held - m.moved, l.left - m.moved)`,
  },
  {
    name: 'stock that is claimed is stock that is there',
    sql: `select format('%s: %s claimed, %s there', coalesce(c.key, s.key), c.total, s.quantity) as finding
      from (
        select l.key, l.total - coalesce(r.net, 0) as total from claim.level l
        left join claim.level_day r on r.key = l.key and ${isReservedSql('r.day')} where l.key like 'stock:%'
      ) c
      full join (select format('stock:%s:%s', item_fk, inventory_fk) as key, quantity from {s}.stock_level) s on s.key = c.key
      where coalesce(c.total, 0) <> coalesce(s.quantity, 0)`,
  },
  {
    name: 'stock that is claimed on a day is stock that moved on it, what was counted among it',
    sql: `select format('%s on %s: %s claimed, %s there', key, day, c.net, s.quantity) as finding
      from (select key, day, net from claim.level_day where key like 'stock:%' and not (${isReservedSql('day')})) c
      full join (
        select format('stock:%s:%s', item_fk, inventory_fk) as key, effective_date as day, sum(quantity) as quantity
        from {s}.stock_line group by 1, 2
      ) s using (key, day)
      where coalesce(c.net, 0) <> coalesce(s.quantity, 0)`,
  },
  {
    name: 'what is claimed to be sold and not delivered is so in the books',
    sql: `select format('%s: %s claimed, %s in the books', coalesce(c.key, s.key), c.total, s.undelivered) as finding
      from (select key, total from claim.level where key ~ '^undelivered:[0-9]+:[0-9]+$') c
      full join (
        select format('undelivered:%s:%s', item_fk, inventory_fk) as key, undelivered from {s}.stock_level
      ) s on s.key = c.key
      where coalesce(c.total, 0) <> coalesce(s.undelivered, 0)`,
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
  const answers = await ask(client, schema, [...ACROSS, ...REFUNDS, ...TILL_ENTRIES]);
  return [...answers, ...(await checkBatches(client, schema))];
}
