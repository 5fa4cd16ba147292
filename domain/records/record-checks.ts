/** The checks of a record's fields that are the same for every kind. */
import type { TSchema } from 'typebox';
import { attachmentsIn, checkAttachments } from '../deciding/attachments.ts';
import { isElsewhere } from '../deciding/elsewhere.ts';
import type { Json } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { numberFields, numbersIn, numberTooLarge, textExceedsBound } from '../schemas/bounds.ts';
import { dayFields, dayIssue, daysIn, FIRST_DAY, lastDay } from '../schemas/day-bounds.ts';
import { type Issues, Refusal } from '../values/refusal.ts';

type Fields = Readonly<Record<string, Json>>;

/** What the checks need of a declaration. */
interface Declared {
  readonly schema: TSchema;
  readonly references: Readonly<Record<string, string>>;
  readonly scope?: unknown;
  readonly authorise?: unknown;
}

interface Given {
  readonly next: Fields;
  readonly previous: Fields | undefined;
  /** The fields of the command that differ; of a new record, all of them. */
  readonly changed: Fields;
}

export function checkFields(
  declared: Declared,
  { next, previous, changed }: Given,
  facts: Facts,
  issues: Issues,
): void {
  const { schema } = declared;
  checkOutlet(declared, changed, facts, issues);
  for (const [field, kind] of Object.entries(declared.references)) {
    const named = typeof changed[field] === 'number' ? facts.record(kind, changed[field]) : undefined;
    if (named && isElsewhere(kind, named, facts.actor)) issues.add(field, 'not_of_the_outlet');
  }
  // Unchanged fields that exceed a bound introduced later do not block other changes.
  for (const { path, text } of numbersIn(changed, numberFields(schema))) {
    if (textExceedsBound(text)) issues.list.push(numberTooLarge(path));
  }
  // A date of birth may be before the general first day.
  for (const { field, name, day } of daysIn(changed, dayFields(schema))) {
    const issue = name.endsWith('_dob') ? undefined : dayIssue(field, day, FIRST_DAY, lastDay(facts.today));
    if (issue) issues.list.push(issue);
  }
  checkAttachments(attachmentsIn(schema, next), attachmentsIn(schema, previous), facts, issues);
}

/**
 * A record is entered in, or moved to, an outlet that was given to the person; one without an outlet belongs to all of
 * them, so it takes all of them. Users and tills have a rule of their own (`authorise`).
 */
function checkOutlet(declared: Declared, { outlet_fk }: Fields, { actor }: Facts, issues: Issues): void {
  if (!isOfOutlets(declared) || outlet_fk === undefined) return;
  const message = typeof outlet_fk === 'number' ? 'not_your_outlet' : 'belongs_to_all_outlets';
  if (typeof outlet_fk === 'number' ? actor.hasOutlet(outlet_fk) : actor.hasAllOutlets) return;
  // The check of the kind may have refused it already.
  if (!issues.list.some(({ field }) => field === 'outlet_fk')) issues.add('outlet_fk', message);
}

const isOfOutlets = ({ scope, authorise }: Declared): boolean => scope !== undefined && authorise === undefined;

/** Throws Refusal `forbidden` when the record belongs to all outlets and the person does not have all of them. */
export function requireOwnOutlets(declared: Declared, { outlet_fk }: Fields, { actor }: Facts): void {
  if (!isOfOutlets(declared) || outlet_fk !== null || actor.hasAllOutlets) return;
  throw new Refusal('forbidden', [{ field: '', message: 'belongs_to_all_outlets' }]);
}
