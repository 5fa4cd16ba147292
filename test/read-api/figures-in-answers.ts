/** Finds figures by their numbers in the answers of every read route, and whether the units of the item are beside them. */
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { SECRET } from '../api/api.ts';
import { addressOf, everyRoute, type Route } from '../support/every-route.ts';
import type { Office } from './office.ts';

const TOP = { names: [], hasUnits: false };

interface Asked {
  readonly numbers: readonly string[];
  /** The document whose effect is asked. */
  readonly ofEffect: string;
  readonly inventory: number;
}

/** Routes with the places of these numbers in their answers, with units and without. */
export async function figuresInAnswers(office: Office, { numbers, ofEffect, inventory }: Asked) {
  const routes = (await everyRoute(office.database.url, SECRET)).filter(
    ({ side, method, permission }) => side === 'read' && method === 'GET' && permission !== 'anonymous',
  );
  const [told, untold] = [new Set<string>(), new Set<string>()];
  await office.read('stocks');
  const headers = { authorization: `Bearer ${office.token}` };
  for (const route of routes) {
    const address = addressOf(route, idFor(route, { ofEffect, inventory }))
      .replace('=rice', '=Rice')
      .replace('inventory_fk=2', `inventory_fk=${inventory}`);
    const answer = await office.app.inject({ method: 'GET', url: `/api/${address}`, headers });
    if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('json')) continue;
    for (const { name, isTold } of figuresIn(answer.json(), numbers, TOP))
      (isTold ? told : untold).add(`/${route.url} ${name.replace(/^data\./, '')}`);
  }
  return { told: [...told].sort(), untold: [...untold].sort() };
}

function idFor({ url }: Route, { ofEffect, inventory }: Omit<Asked, 'numbers'>): string {
  if (url.endsWith('/effect')) return ofEffect;
  return url.endsWith('list_with_expire/:id') ? String(inventory) : '1';
}

interface FoundFigure {
  readonly name: string;
  readonly isTold: boolean;
}

/** A part of an answer: where it is, and whether the units of its item are above it. */
interface Place {
  readonly names: readonly string[];
  readonly hasUnits: boolean;
}

/** The members with one of these numbers, and whether the units are beside them, or above them the units of the item. */
function figuresIn(data: unknown, numbers: readonly string[], place: Place): FoundFigure[] {
  if (Array.isArray(data)) return data.flatMap((each) => figuresIn(each, numbers, place));
  if (typeof data !== 'object' || data === null) return [];
  const own = membersOf(data);
  const isSized = [own['item_units'], own['units']].some(
    (units) => Array.isArray(units) && objectsOf(units).some((unit) => 'base_unit_qty' in unit),
  );
  const hasUnits = place.hasUnits || isSized;
  return Object.entries(own).flatMap(([name, value]) => {
    const names = [...place.names, name];
    if (typeof value !== 'string') return figuresIn(value, numbers, { names, hasUnits });
    if (!numbers.includes(value)) return [];
    const beside = own[`${name}_in_units`] ?? own['in_units'];
    return [{ name: names.join('.'), isTold: hasUnits || (Array.isArray(beside) && beside.length > 0) }];
  });
}
