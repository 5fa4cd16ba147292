/** A job as a person may see it: figures of its result that reveal costs of goods require `items/show_cost`. */

import { withOwnPlaces } from '../../domain/deciding/own-places.ts';
import { YEAR_CLOSE } from '../../domain/ledger/year-close.ts';
import { isObject, type Members, membersOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import type { JobView } from './queue.ts';

/** Jobs with balances and differences of accounts, of all outlets. */
const WITH_COSTS: ReadonlySet<string> = new Set(['close_year', 'recalculate']);

export function seenBy(person: Pick<Person, 'can' | 'hasOutlet' | 'hasInventory'>, job: JobView): JobView {
  if (!WITH_COSTS.has(job.name) || !isObject(job.result)) return job;
  const told = membersOf(withOwnPlaces(YEAR_CLOSE, job.result, person));
  if (person.can('items/show_cost')) return { ...job, result: told };
  const { books } = told;
  const result = withNull(told, ['differences']);
  return {
    ...job,
    result: isObject(books) ? { ...result, books: withNull(books, ['balances', 'differences']) } : result,
  };
}

/** Null in place of these members where they are present. */
const withNull = (of: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, names.includes(name) ? null : value]));
