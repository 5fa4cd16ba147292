/** An owner of the business, with a capital account and a share of dividends. */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import { Body, DateField, Maybe, Name, Note, Percent, Text } from '../schemas/fields.schema.ts';
import { readDate } from '../values/effective-date.ts';
import type { Issues } from '../values/refusal.ts';
import { telephoneKey } from '../values/telephone.ts';

export const StockholderBody = Body({
  stockholder_name: Name(),
  mobile: Maybe(Text(40)),
  /** Share of a dividend whose amounts are not entered individually. */
  share_percentage: Maybe(Percent()),
  /** What the share was before, each until its last day: a dividend takes the shares of its record day (decisions/0190). */
  earlier_shares: Type.Optional(
    Type.Array(Body({ until_date: DateField(), share_percentage: Percent() }), { maxItems: 100 }),
  ),
  note: Maybe(Note()),
});
type StockholderData = Required<Static<typeof StockholderBody>>;

export const stockholder = declareRecord({
  names: { kind: 'stockholder', folder: 'equity', id: 'stockholder_id', name: 'stockholder_name' },
  schema: StockholderBody,
  defaults: { earlier_shares: [] },
  list: {
    columns: ['stockholder_name', 'mobile', 'share_percentage'],
    search: ['stockholder_name', 'mobile'],
    codes: { mobile: telephoneKey },
    lookedUp: ['stockholder_name'],
  },
  check: (next: StockholderData, previous, facts, issues) => {
    next.earlier_shares.forEach(({ until_date }, index) => {
      const field = `earlier_shares.${index}.until_date`;
      if (!readDate(until_date)) issues.add(field, 'date');
      if (next.earlier_shares.findIndex((other) => other.until_date === until_date) < index)
        issues.add(field, 'unique');
    });
    if (previous) askAboutUndated(next, previous, facts, issues);
  },
});

/** Asks before a share changes for all the days that it was held, as when the last day of the earlier one was forgotten. */
function askAboutUndated(next: StockholderData, previous: StockholderData, facts: Facts, issues: Issues): void {
  const { share_percentage: before } = previous;
  if (facts.confirmed || before === null || before === undefined || next.share_percentage === before) return;
  if (next.earlier_shares.length > previous.earlier_shares.length) return;
  issues.ask('share_percentage', 'share_of_all_days', { value: before });
}
