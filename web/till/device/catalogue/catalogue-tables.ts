/** The small tables of the catalogue, which are kept in memory. */
import { isObject, type Members, textsOf } from '../../../../domain/values/members.ts';
import { listThatFits, type Shape } from '../../../shared/api/wire.ts';
import type { TableRow, TillCashier, TillCategory, TillPromotion, TillRate } from './catalogue-rows.ts';

export interface CatalogueTables {
  readonly categories: readonly TillCategory[];
  readonly units: readonly TableRow[];
  readonly promotions: readonly TillPromotion[];
  readonly taxes: readonly TableRow[];
  readonly pricing_profiles: readonly TableRow[];
  readonly currencies: readonly TableRow[];
  readonly rates: readonly TillRate[];
  readonly expense_types: readonly TableRow[];
  /** Cash accounts. */
  readonly accounts: readonly TableRow[];
  readonly outlets: readonly TableRow[];
  readonly inventories: readonly TableRow[];
  readonly print_templates: readonly TableRow[];
  readonly cashiers: readonly TillCashier[];
  /** Settings of the system and of tills combined. */
  readonly settings: Members;
  readonly favourites: readonly number[];
}

const CATEGORY: Shape<TillCategory> = { id: 'number', category_name: 'string' };
const PROMOTION: Shape<TillPromotion> = { id: 'number', title: 'string', items: 'list', reward_items: 'list' };
const RATE: Shape<TillRate> = { id: 'number', date: 'string', rate: 'string', in_rate: 'string' };
const CASHIER: Shape<TillCashier> = { id: 'number', name: 'string', rights: 'list' };

export function tablesOf(rows: ReadonlyMap<string, readonly TableRow[]>): CatalogueTables {
  const all = (name: string): readonly TableRow[] => rows.get(name) ?? [];
  const settings: Members = Object.assign({}, ...all('settings'));
  const { favourites } = settings;
  return {
    categories: listThatFits(all('categories'), CATEGORY),
    units: all('units'),
    promotions: listThatFits(all('promotions'), PROMOTION),
    taxes: all('taxes'),
    pricing_profiles: all('pricing_profiles'),
    currencies: all('currencies'),
    rates: listThatFits(all('rates'), RATE),
    expense_types: all('expense_types'),
    accounts: all('accounts'),
    outlets: all('outlets'),
    inventories: all('inventories'),
    print_templates: all('print_templates'),
    cashiers: listThatFits(all('cashiers'), CASHIER).map((cashier) => ({
      ...cashier,
      rights: textsOf(cashier.rights),
      limits: isObject(cashier.limits) ? cashier.limits : {},
    })),
    settings,
    favourites: Array.isArray(favourites) ? favourites.filter((id) => typeof id === 'number') : [],
  };
}

/** The category and all categories below. */
export function categoryWithin(categories: readonly TillCategory[], top: number): ReadonlySet<number> {
  const within = new Set([top]);
  for (let before = 0; before < within.size; ) {
    before = within.size;
    for (const { id, parent_fk } of categories) if (parent_fk !== null && within.has(parent_fk)) within.add(id);
  }
  return within;
}

/**
 * The categories above the item grid: those below the chosen one, or beside it when there are none. `first`: the
 * settings' categories for the top level, in place of those without a parent.
 */
export function gridCategories(
  categories: readonly TillCategory[],
  chosen: number | null,
  first: readonly number[],
): { readonly shown: readonly TillCategory[]; readonly above: number | null; readonly isLeaf: boolean } {
  const named = first.flatMap((id) => categories.find((category) => category.id === id) ?? []);
  const top = named.length > 0 ? named : categories.filter(({ parent_fk }) => parent_fk === null);
  const isTop = top.some(({ id }) => id === chosen);
  const above = isTop ? null : (categories.find(({ id }) => id === chosen)?.parent_fk ?? null);
  const isLeaf = !categories.some(({ parent_fk }) => parent_fk === chosen);
  const at = isLeaf ? above : chosen;
  return { shown: at === null ? top : categories.filter(({ parent_fk }) => parent_fk === at), above, isLeaf };
}
