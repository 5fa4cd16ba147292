/** What `npm run doctor` prints about the environment: the names of the variables that are set, never their values. */
import { KNOWN_NAMES, VARIABLES } from './variables.ts';

/** Shorter names are near too many others. */
const LENGTH_MIN = 7;
/** Letters to insert, remove or replace. */
const DISTANCE_MAX = 2;

/** Throws for a variable whose name is nearly that of a declared one, because it has no effect. */
export function describeSettings(environment: NodeJS.ProcessEnv): string {
  const names = Object.keys(environment).filter((name) => environment[name] !== '');
  const misspelt = names.flatMap((name) => {
    const meant = KNOWN_NAMES.has(name) ? undefined : nearestTo(name);
    return meant === undefined ? [] : [`${name} has no effect; ${meant} has`];
  });
  if (misspelt.length > 0) throw new Error(misspelt.join('. '));
  const internal = new Set(VARIABLES.filter(({ group }) => group === 'internal').map(({ name }) => name));
  const set = names.filter((name) => KNOWN_NAMES.has(name) && !internal.has(name)).sort();
  return set.length === 0 ? 'no variable is set' : `set: ${set.join(', ')}`;
}

const nearestTo = (name: string): string | undefined =>
  name.length < LENGTH_MIN ? undefined : [...KNOWN_NAMES].find((known) => isNear(name, known));

const isNear = (name: string, known: string): boolean =>
  known.length >= LENGTH_MIN &&
  Math.abs(name.length - known.length) <= DISTANCE_MAX &&
  distanceBetween(name, known) <= DISTANCE_MAX;

/** The least number of letters to insert, remove or replace. */
function distanceBetween(name: string, known: string): number {
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  [...name].forEach((letter, above) => {
    const next = [above + 1];
    for (let at = 1; at <= known.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === known[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  });
  return row.at(-1) ?? 0;
}
