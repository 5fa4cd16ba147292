/**
 * Goods of a unit that is whole only are not counted in parts: neither in that unit, nor in base units when the base
 * unit is whole only (half a box of twelve pieces is six; half a box of seven is refused). Quantities that are stored
 * already stay, and so does what comes of them: a part that was sold before the unit was whole only can come back.
 */

import type { Facts } from '../deciding/facts.ts';
import { numbersIn } from '../schemas/bounds.ts';
import { type Members, membersOf, objectsOf } from '../values/members.ts';
import { QUANTITY_ONE, quantity, readQuantity } from '../values/quantity.ts';
import type { Issue } from '../values/refusal.ts';

const OF_LINE = /^(\w+)_line_id$/;

/** Message key of a quantity that the unit cannot have. */
export const PART_OF_WHOLE = 'whole_only';

/** `input` is the body of a command, `quantities` the names of its quantities, `before` the stored document. */
export function partIssues(
  input: unknown,
  quantities: ReadonlySet<string>,
  before: unknown,
  facts: Pick<Facts, 'record' | 'document'>,
): Issue[] {
  return numbersIn(input, quantities).flatMap(({ path, text, holder, name }): Issue[] => {
    const count = readQuantity(text);
    // Parts of a production follow from the mixture.
    if (count === undefined || typeof holder['role'] === 'string') return [];
    const origin = originOf(holder, membersOf(input), before, facts);
    if (!isPart(count, { ...origin, ...holder }, facts)) return [];
    const was = origin && readQuantity(textOf(origin, name) ?? textOf(origin, 'quantity') ?? '');
    const wasPart = was !== undefined && isPart(was, origin ?? {}, facts);
    // A line of the document itself that is typed again keeps its part; what comes of a part may be another one.
    const isAgain = referenceOf(holder) === undefined && typeof holder['item_fk'] === 'number';
    const stays = wasPart && (!isAgain || was === count);
    return stays ? [] : [{ field: path, message: PART_OF_WHOLE }];
  });
}

/** Whether so much of the line's item and unit would be a part of a unit that is whole only. */
export function isPart(count: bigint, { item_fk, unit_fk }: Members, { record }: Pick<Facts, 'record'>): boolean {
  const isWhole = (unit: unknown) => typeof unit === 'number' && record('unit', unit)?.data['whole_only'] === true;
  if (count % QUANTITY_ONE !== 0n && isWhole(unit_fk)) return true;
  const units = typeof item_fk === 'number' ? objectsOf(record('item', item_fk)?.data['item_units']) : [];
  const held = textOf(units.find((unit) => unit['unit_fk'] === unit_fk) ?? {}, 'base_unit_qty');
  if (held === undefined || (count * quantity(held)) % (QUANTITY_ONE * QUANTITY_ONE) === 0n) return false;
  return isWhole(units.find(({ is_base }) => is_base === true)?.['unit_fk']);
}

/** The line whose goods these are: of the stored document, or of the document to which the line refers. */
function originOf(
  holder: Members,
  input: Members,
  before: unknown,
  facts: Pick<Facts, 'document'>,
): Members | undefined {
  // A state holds the fields of its document in a member that its declaration names.
  const lineOf = (state: unknown, id: unknown) =>
    Object.values(membersOf(state))
      .flatMap((member) => objectsOf(membersOf(member)['lines']))
      .find(({ line_id }) => line_id === id);
  const reference = referenceOf(holder);
  const document = reference && input[`${reference.kind}_fk`];
  if (reference && typeof document === 'number') return lineOf(facts.document(reference.kind, document), reference.id);
  return lineOf(before, holder['line_id']);
}

/** The kind of document and the number of its line: a `sale_line_id` of 3 is the third line of a sale. */
function referenceOf(holder: Members): { readonly kind: string; readonly id: unknown } | undefined {
  const [name, id] =
    Object.entries(holder).find(([key, value]) => OF_LINE.test(key) && typeof value === 'number') ?? [];
  const kind = name && OF_LINE.exec(name)?.[1];
  return kind ? { kind, id } : undefined;
}

const textOf = (holder: Members, name: string): string | undefined => {
  const value = holder[name];
  return typeof value === 'string' ? value : undefined;
};
