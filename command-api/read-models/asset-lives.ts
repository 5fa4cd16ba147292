/** Depreciated months of bought assets, and sold or disposed assets, with their true dates. */
import type { AssetLives } from '../../domain/assets/asset-life.ts';
import type { CurrentQuery } from './named-query.ts';

export const DEPRECIATED_MONTHS: CurrentQuery<[purchases: readonly number[]], AssetLives['depreciated'][number]> = {
  name: 'depreciated months of assets',
  staleness: 'position of the decision',
  sql: `select (l ->> 'asset_purchase_fk')::int as asset_purchase_fk, d.id as depreciation_fk, coalesce(d.data ->> 'true_date', d.date::text) as date,
      (l ->> 'month_number')::int as month_number, l ->> 'month' as month, l ->> 'amount' as amount
    from read.document d cross join lateral jsonb_array_elements((d.data -> 'lines')::jsonb) l
    where d.kind = 'depreciation' and d.status = 'complete' and (l ->> 'asset_purchase_fk')::int = any($1)
    order by date, d.id`,
};

export const GONE_ASSETS: CurrentQuery<[purchases: readonly number[]], AssetLives['gone'][number]> = {
  name: 'assets that were sold or disposed of',
  staleness: 'position of the decision',
  sql: `select (data ->> 'asset_purchase_fk')::int as asset_purchase_fk, coalesce(data ->> 'true_date', date::text) as date
    from read.document
    where kind = 'asset_sale' and status = 'complete' and (data ->> 'asset_purchase_fk')::int = any($1)`,
};
