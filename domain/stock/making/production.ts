/**
 * A production: raw materials and mixtures are consumed and other goods are made, by a mixture or as entered. It
 * posts when it is completed, and is reversed as a whole when it returns to draft.
 */

import type { Facts } from '../../deciding/facts.ts';
import { known } from '../../documents/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../../documents/drafted.ts';
import { Issues } from '../../values/refusal.ts';
import { type Component, ofMixture } from './components.ts';
import type { Making } from './making.ts';
import { checkMaking, type MakingLineInput, makingFacts } from './making-rules.ts';
import type { MixtureData } from './mixture.record.ts';
import type { ProductionInput } from './production.schema.ts';

/** Stream: `production-<id>` */
export const PRODUCTION = 'production';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface Production extends Making {
  readonly mixture_fk: number | null;
  /** The planned quantity of the mixture, in its unit. */
  readonly quantity: string | null;
}

export type ProductionEvent = DraftedEvent<typeof PRODUCTION, Production>;

export const production = draftedDecider<typeof PRODUCTION, ProductionInput, Production>(PRODUCTION, {
  facts: productionFacts,
  completed: checkMaking,
});

function productionFacts(input: ProductionInput, facts: Facts, before?: Production): Production {
  const issues = new Issues();
  const { mixture_fk = null, quantity = null } = input;
  const mixture = known<MixtureData>(facts, issues, 'mixture_fk', 'mixture', mixture_fk)?.data;
  if (!input.lines && !mixture_fk) issues.add('mixture_fk', 'required');
  if (!input.lines && !quantity) issues.add('quantity', 'required');
  const lines = input.lines ?? linesOf(mixture, quantity, facts);
  const making = makingFacts(input, { lines, before }, facts, issues);
  issues.throwIfAny();
  return { ...making, mixture_fk, quantity };
}

/** The lines of the mixture, when the body has none. */
function linesOf(mixture: MixtureData | undefined, quantity: string | null, facts: Facts): MakingLineInput[] {
  if (!mixture || quantity === null) return [];
  const { whole, parts } = ofMixture(
    mixture,
    quantity,
    (kind, id) => facts.record<{ item_fk: number; unit_fk: number }>(kind, id)?.data,
  );
  const as = (role: 'input' | 'output') => (component: Component) => ({ ...component, role });
  return [...parts.map(as('input')), as('output')(whole)];
}
