/**
 * `GET suppliers/suppliers_accounts_list`: one account for each supplier and each of its currencies. A supplier without
 * currencies has an account in each.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { supplier } from '../../domain/parties/supplier.record.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { shownName } from '../database/names-by-language.ts';
import { listRoute } from '../lists/list-route.ts';
import type { ListSource } from '../lists/list-source.ts';
import { controlAccount } from '../lists/record-figures.ts';
import { recordList } from '../lists/record-list.ts';

/** These accounts have no ledger number; their id combines supplier and currency. */
const PER_SUPPLIER = 1000;
const DEALS_IN = sql`jsonb_array_length(coalesce(r.data -> 'currencies', '[]')) = 0 or r.data -> 'currencies' @> to_jsonb(c.id)`;

// The rows are pairs, so no single column identifies them.
const { isCostly: _isCostly, ...suppliers } = recordList(supplier, 'look-up');
const source: ListSource = {
  ...suppliers,
  from: sql`read.record r join read.record c on c.kind = 'currency' and c.active and (${DEALS_IN})`,
  select: sql`r.id, ${shownName('r')} as name, r.data ->> 'code' as code, r.data ->> 'mobile' as mobile, c.id as currency_id,
    ${shownName('c')} as currency_name`,
  id: sql`(r.id, c.id)`,
  present: async (_reader, rows) =>
    rows.map(({ id, name, code, mobile, currency_id, currency_name }) => ({
      account_id: Number(id) * PER_SUPPLIER + Number(currency_id),
      account_name: name,
      account_fk: controlAccount('supplier'),
      consumer_id: id,
      consumer_name: name,
      code,
      mobile,
      currency_fk: currency_id,
      currency: { currency_id, currency_name },
    })),
};

const SupplierAccount = Type.Object(
  {
    account_id: Type.Integer(),
    account_name: Type.String(),
    account_fk: Type.Integer(),
    consumer_id: Type.Integer(),
    consumer_name: Type.String(),
    code: Nullable(Type.String()),
    mobile: Nullable(Type.String()),
    currency_fk: Type.Integer(),
    currency: Type.Object({ currency_id: Type.Integer(), currency_name: Type.String() }),
  },
  { title: 'SupplierAccount' },
);

export const partyAccountsRoute = listRoute({
  url: '/suppliers/suppliers_accounts_list',
  permission: lookupPermission(supplier.resource),
  reads: ['records'],
  operationId: 'listSupplierAccounts',
  tag: 'parties',
  summary: 'Accounts of suppliers, one for each currency',
  row: SupplierAccount,
  columns: suppliers.columns,
  source: () => source,
});
