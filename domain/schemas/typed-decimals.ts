/**
 * Quantities and exchange rates that a person types have at most as many decimals as the system settings allow. Numbers
 * that are stored already are not limited: those of the document itself, quantities that refer to a line of another
 * document, and rates of rate records. Neither are imports and the receipts of devices, which state what happened.
 */
import type { TSchema } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import type { Members } from '../values/members.ts';
import type { Issue } from '../values/refusal.ts';
import { type NumberField, numbersIn } from './bounds.ts';
import { fieldsMarked } from './schema-parts.ts';

/** Names of the fields of schemas that hold a quantity or a rate. */
export interface TypedFields {
  readonly quantities: ReadonlySet<string>;
  readonly rates: ReadonlySet<string>;
}

export const typedFields = (...schemas: readonly (TSchema | undefined)[]): TypedFields => ({
  quantities: fieldsMarked(schemas, (node) => 'x-quantity' in node),
  rates: fieldsMarked(schemas, (node) => 'x-rate' in node),
});

/** `input` is the body of a command, `before` the stored document or record. */
export function decimalIssues(
  input: unknown,
  { quantities, rates }: TypedFields,
  before: unknown,
  facts: Facts,
): Issue[] {
  if (!facts.isTyped) return [];
  const stored = new Set(numbersIn(before, new Set([...quantities, ...rates])).map(keyOf));
  const typed = [
    ...numbersIn(input, quantities).filter(isChosen),
    ...numbersIn(input, rates).filter((field) => !isOfRecord(field, facts)),
  ];
  return typed.flatMap((field): Issue[] => {
    const setting = quantities.has(field.name) ? 'quantity_decimals' : 'rate_decimals';
    const most = facts.record('system_setting', 1)?.data[setting];
    if (typeof most !== 'number' || decimalsOf(field.text) <= most || stored.has(keyOf(field))) return [];
    return [{ field: field.path, message: 'too_many_decimals', params: { value: String(most) } }];
  });
}

/**
 * True for the quantity of the whole document, and of a line whose goods are chosen in it: not taken from a line of
 * another document, and not a part of a production, which follows from the mixture.
 */
const isChosen = ({ path, holder }: NumberField): boolean =>
  path === 'quantity' ||
  (typeof holder['item_fk'] === 'number' && typeof holder['role'] !== 'string' && !refers(holder));

const refers = (line: Members): boolean =>
  Object.entries(line).some(([name, value]) => name.endsWith('_line_id') && typeof value === 'number');

/** True when the rate is that of the named rate record, or the rate in force. */
function isOfRecord({ text, holder }: NumberField, facts: Facts): boolean {
  const named =
    typeof holder['rate_fk'] === 'number' ? facts.record('currency_rate', holder['rate_fk'])?.data : undefined;
  const day = typeof holder['date'] === 'string' ? holder['date'] : facts.today;
  const inForce = facts.rateOn?.(day);
  const known = [named?.['rate'], named?.['in_rate'], inForce?.rate, inForce?.in_rate];
  return known.some((rate) => typeof rate === 'string' && shortened(rate) === shortened(text));
}

const keyOf = ({ name, text }: NumberField): string => `${name} ${shortened(text)}`;

/** Without zeros at the end of the decimals. */
const shortened = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const decimalsOf = (text: string): number => shortened(text).split('.')[1]?.length ?? 0;
