/** The depreciation as a document: its postings, and the claim that a month of an asset is depreciated only once. */

import type { Claim } from '../deciding/claim.ts';
import type { AtOnceState } from '../documents/immediate.ts';
import { declareAtOnce } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { DEPRECIATION_PAPERS } from '../paper/money-papers.ts';
import { postDepreciation } from '../posting/depreciation.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { objectsOf } from '../values/members.ts';
import { DepreciationBody } from './depreciation.schema.ts';
import { DEPRECIATION, type Depreciation, depreciation } from './depreciation.ts';

export const depreciationDocument = declareAtOnce({
  kind: DEPRECIATION,
  resource: 'depreciations',
  folder: 'assets',
  decider: depreciation,
  body: DepreciationBody,
  papers: DEPRECIATION_PAPERS,
  held: { data: fields('currency_fk amount', { lines: list('line_id fixed_asset_fk month_number month amount') }) },
  carriesSums: true,
  measures: ({ lines }) => ({
    of: 'asset_lives',
    purchases: objectsOf(lines).flatMap(({ asset_purchase_fk: id }) => (typeof id === 'number' ? [id] : [])),
  }),
  post: postDepreciation,
  rule: RULES.depreciation,
  prefix: 'DP-',
  claims: (before, after, stream) => [...months(before, 'release', stream), ...months(after, 'take', stream)],
});

function months(state: AtOnceState<Depreciation>, action: 'take' | 'release', owner: string): Claim[] {
  if (state.status !== 'complete') return [];
  return state.data.lines.map((line, index) => ({
    kind: 'unique',
    set: 'depreciation.month',
    key: `${line.asset_purchase_fk}:${line.month_number}`,
    owner,
    action,
    field: `lines.${index}.asset_purchase_fk`,
  }));
}
