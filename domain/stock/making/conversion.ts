/**
 * A conversion: items are assembled into collections, or collections are taken apart into their items. It posts when
 * it is completed, and is reversed as a whole when it returns to draft.
 */

import type { Facts } from '../../deciding/facts.ts';
import { known } from '../../documents/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../../documents/drafted.ts';
import { Issues } from '../../values/refusal.ts';
import type { CollectionData } from './collection.record.ts';
import { type Component, ofCollection } from './components.ts';
import type { ConversionInput } from './conversion.schema.ts';
import type { Making } from './making.ts';
import { checkMaking, makingFacts } from './making-rules.ts';

/** Stream: `conversion-<id>` */
export const CONVERSION = 'conversion';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface Conversion extends Making {
  readonly conversion_type: 'item_to_collection' | 'collection_to_item';
  readonly collection_fk: number;
  /** Number of assembled or disassembled collections. */
  readonly quantity: string;
  /** True when the batches of its parts are counted as inside of the kits; absent in events from before. */
  readonly is_counted_inside?: true;
}

export type ConversionEvent = DraftedEvent<typeof CONVERSION, Conversion>;

export const conversion = draftedDecider<typeof CONVERSION, ConversionInput, Conversion>(CONVERSION, {
  facts: conversionFacts,
  completed: (conversion) => ({ ...checkMaking(conversion), is_counted_inside: true }),
});

function conversionFacts(input: ConversionInput, facts: Facts, before?: Conversion): Conversion {
  const issues = new Issues();
  const { conversion_type, collection_fk, quantity } = input;
  const collection = known<CollectionData>(facts, issues, 'collection_fk', 'collection', collection_fk)?.data;
  const lines = collection ? linesOf(input, collection) : [];
  (input.parts ?? []).forEach(({ item_fk }, index) => {
    if (collection && !lines.some((line) => line.item_fk === item_fk))
      issues.add(`parts.${index}.item_fk`, 'not_in_collection');
  });
  const making = makingFacts(input, { lines, before }, facts, issues);
  issues.throwIfAny();
  return { ...making, conversion_type, collection_fk, quantity };
}

function linesOf({ conversion_type, quantity, parts: named = [] }: ConversionInput, collection: CollectionData) {
  const { whole, parts } = ofCollection(collection, quantity);
  const [inputs, outputs] = conversion_type === 'item_to_collection' ? [parts, [whole]] : [[whole], parts];
  const batchesOf = (item: number) => named?.find(({ item_fk }) => item_fk === item)?.batches ?? null;
  const as = (role: 'input' | 'output') => (component: Component) => ({
    ...component,
    role,
    batches: batchesOf(component.item_fk),
  });
  return [...inputs.map(as('input')), ...outputs.map(as('output'))];
}
