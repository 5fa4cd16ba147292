/** Settings of all tills of the business: one record, number 1. Devices receive it with their catalogue. */
import { type Static, Type } from 'typebox';
import { labelOf, type ScaleFormat, scalesIn, USUAL_SCALES } from '../catalogue/scales.ts';
import type { Facts } from '../deciding/facts.ts';
import { systemCurrency, unitOf } from '../documents/document-rules.ts';
import { declareRecord } from '../records/record.ts';
import { Amount, Body, Id, Maybe, Name, OneOf, Percent, QuantityField } from '../schemas/fields.schema.ts';
import { amountIn } from '../values/amount-in.ts';
import { objectsOf } from '../values/members.ts';
import { money, printMoney } from '../values/money.ts';
import type { Issues } from '../values/refusal.ts';
import { USUAL_LIMITS } from './till-limits.ts';

const ordered = (resource: string, maxItems: number) =>
  Type.Optional(Type.Array(Id({ 'x-lookup': resource }), { maxItems, uniqueItems: true, 'x-ordered': true }));

const OFFLINE_HOURS_MAX = 168;

export const TillSettingBody = Body({
  /** Text on the customer display between sales. */
  display_greeting: Name(),
  /** Largest discount of a line in percent that a cashier may give; null means no limit. */
  discount_without_supervisor: Maybe(Percent()),
  /** True allows every cashier to accept returned goods without a receipt. */
  refund_without_receipt: Type.Optional(Type.Boolean()),
  /** A quantity of a line above it is asked about before it is taken; null means that none is. */
  quantity_asked_above: Maybe(QuantityField()),
  /**
   * A drawer whose count differs by more, in the system currency, may be counted once again before the difference is
   * shown; null means that it may not.
   */
  recount_above: Maybe(Amount()),
  /** Hours for which an online sign-in is valid offline; 0 disables signing in offline. */
  offline_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: OFFLINE_HOURS_MAX })),
  /** Buttons with likely cash amounts, in the system currency; when empty, the till calculates them. */
  quick_amounts: Type.Optional(Type.Array(Amount(), { maxItems: 8, uniqueItems: true })),
  /** Items on the first page of the grid, in this order; when empty, the first category is shown. */
  favourites: ordered('items', 60),
  /** Categories above the grid, in this order; when empty, the root categories. */
  grid_categories: ordered('categories', 30),
  /** True shows pictures on the tiles of the grid. */
  grid_pictures: Type.Optional(Type.Boolean()),
  sound: Type.Optional(Type.Boolean()),
  scales: Type.Optional(
    Type.Array(
      Body({
        /** The first two digits of the scale's barcodes. */
        prefixes: Type.Array(Type.String({ pattern: '^2\\d$' }), { minItems: 1, maxItems: 10, uniqueItems: true }),
        holds: OneOf(['weight', 'price']),
        item_digits: Type.Integer({ minimum: 3, maximum: 6 }),
        /** Decimals of the weight in the base unit, or of the price. */
        decimals: Type.Integer({ minimum: 0, maximum: 4 }),
      }),
      { maxItems: 10 },
    ),
  ),
});
export type TillSettingData = Static<typeof TillSettingBody>;

export const tillSetting = declareRecord({
  names: { kind: 'till_setting', folder: 'till', id: 'till_setting_id', name: 'display_greeting' },
  schema: TillSettingBody,
  singleton: true,
  defaults: {
    refund_without_receipt: false,
    ...USUAL_LIMITS,
    offline_hours: 12,
    quick_amounts: [],
    favourites: [],
    grid_categories: [],
    grid_pictures: true,
    sound: true,
    scales: USUAL_SCALES.map(({ prefixes, ...scale }) => ({ ...scale, prefixes: [...prefixes] })),
  },
  unique: [],
  references: { favourites: 'item', grid_categories: 'category' },
  list: { columns: ['display_greeting'], search: ['display_greeting'] },
  measures: ({ scales }) =>
    scales === undefined ? undefined : { of: 'codes_like_labels', prefixes: prefixesOf(scalesIn({ scales })) },
  check: checkSettings,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

const prefixesOf = (scales: readonly ScaleFormat[]): readonly string[] => scales.flatMap(({ prefixes }) => prefixes);

const CODES_NAMED = 3;

/** A format that claims codes of goods is asked about; a code that the formats of before claimed as well is not. */
function askAboutCodes({ scales = [] }: TillSettingData, before: readonly ScaleFormat[], facts: Facts, issues: Issues) {
  if (facts.confirmed) return;
  const codes = objectsOf(facts.queryResult).filter(({ code }) => labelOf(String(code), before) === undefined);
  scales.forEach((format, index) => {
    const claimed = codes.filter(({ code }) => labelOf(String(code), [format]) !== undefined);
    if (claimed.length === 0) return;
    const named = claimed.slice(0, CODES_NAMED).map(({ code, name }) => `${code} (${name})`);
    const names = [...named, ...(claimed.length > CODES_NAMED ? ['…'] : [])].join(', ');
    issues.ask(`scales.${index}.prefixes`, 'scales_claim_codes', { count: String(claimed.length), names });
  });
}

function checkSettings(
  next: TillSettingData,
  previous: TillSettingData | undefined,
  facts: Facts,
  issues: Issues,
): void {
  const own = systemCurrency(facts);
  const unit = unitOf(own, facts);
  (next.quick_amounts ?? []).forEach((amount, index) => {
    const field = `quick_amounts.${index}`;
    if (money(amount) <= 0n) issues.add(field, 'greater_than', { value: '0' });
    else if (money(amount) % unit !== 0n)
      issues.add(field, 'multiple_of_unit', { amount: amountIn(printMoney(unit), own, facts) });
  });
  const taken = new Set<string>();
  (next.scales ?? []).forEach(({ prefixes }, index) => {
    if (prefixes.some((prefix) => taken.has(prefix))) issues.add(`scales.${index}.prefixes`, 'unique');
    for (const prefix of prefixes) taken.add(prefix);
  });
  askAboutCodes(next, scalesIn(previous), facts, issues);
}
