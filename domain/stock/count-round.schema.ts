/** Bodies of a counting round's commands in the API. */
import { type Static, Type } from 'typebox';
import { BATCH_OF_LINE } from '../schemas/batch.schema.ts';
import { Body, Maybe, OneOf, QuantityField, Reference, Text } from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { list, object } from '../schemas/held-fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';
import { GOODS_OF_INVENTORY, LINES_MAX } from './goods-document.schema.ts';

export const COUNT_SCOPES = ['inventory', 'category', 'shelf', 'moved'] as const;

/** Day and time are those at which the round is opened. `items` are loaded with `GET count_rounds/items`. */
export const CountRoundBody = Body({
  ...GOODS_OF_INVENTORY,
  ...NOTED,
  count_scope: OneOf([...COUNT_SCOPES]),
  /** For the scope `category`: the category, including those below it. */
  category_fk: Maybe(Reference('categories')),
  /** For the scope `shelf`. */
  shelf: Maybe(Text(40)),
  /** False refuses entries of items that are not among `items`. */
  takes_unlisted: Type.Optional(Type.Boolean()),
  items: Type.Array(Body({ item_fk: Reference('items') }), { minItems: 1, maxItems: LINES_MAX }),
});
export type CountRoundInput = Static<typeof CountRoundBody>;

const EntryId = () => Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

export const ENTRIES_OF_COMMAND_MAX = 200;
const WEEK_S = 604_800;

/** Entries whose `entry_uuid` is already stored are skipped, so that sending them again has no effect. */
export const CountEntriesBody = Body({
  entries: Type.Array(
    Body({
      entry_uuid: EntryId(),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      ...BATCH_OF_LINE,
      /** The shelf on which it was counted. */
      shelf: Maybe(Text(40)),
      /** How long ago it was counted, when it is sent later; the clock of the device is not used. */
      seconds_ago: Type.Optional(Type.Integer({ minimum: 0, maximum: WEEK_S })),
    }),
    { minItems: 1, maxItems: ENTRIES_OF_COMMAND_MAX },
  ),
});
export type CountEntriesInput = Static<typeof CountEntriesBody>;

export const RemoveEntryBody = Body({ entry_uuid: EntryId() });
export type RemoveEntryInput = Static<typeof RemoveEntryBody>;

export const RecountBody = Body({ item_fk: Reference('items') });
export type RecountInput = Static<typeof RecountBody>;

/** True when uncounted items count as zero; otherwise their stock is unchanged. */
export const CompleteRoundBody = Body({ is_zero_where_uncounted: Type.Boolean() });
export type CompleteRoundInput = Static<typeof CompleteRoundBody>;

/** Fields of its answers besides those of the body. */
export const COUNT_ROUND_HELD: Held = {
  data: {
    entries: list(
      'entry_uuid item_fk unit_fk unit_factor quantity batch_number expire_date shelf counted_at counted_by_fk',
    ),
  },
  since: () => ({
    removed: Type.Optional(Type.Array(Type.String())),
    recounted: list('item_fk recounted_at'),
    completed: object('inventory_adjustment_fk is_zero_where_uncounted completed_at'),
  }),
};
