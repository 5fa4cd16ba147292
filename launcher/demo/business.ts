/** The business of the demonstration: three outlets, their money and their people, customers and suppliers. */
import { membersOf } from '../../domain/kernel/members.ts';
import { IQD, USD } from '../../domain/kernel/rate.ts';
import type { UserData } from '../../domain/people/user.record.ts';
import { type Person, personOf } from '../../identity/person.ts';
import type { Chance } from './chance.ts';
import type { Clerk } from './clerk.ts';
import { CITIES, EXPENSE_TYPES, firmOf, INCOME_TYPES, nameOf, STOCKHOLDERS, SUPPLIERS } from './people-words.ts';
import { ROLES } from './roles.ts';

export interface Place {
  readonly name: string;
  readonly outlet: number;
  readonly inventory: number;
  /** Cash accounts: dinars and dollars in the safe, and the drawer of the till. */
  readonly safe: number;
  readonly dollars: number;
  readonly drawer: number;
  readonly manager: Person;
  readonly clerk: Person;
  readonly cashier: Person;
  readonly storekeeper: Person;
}

export interface Business {
  readonly places: readonly [Place, Place, Place];
  /** Behind the first outlet; goods come in there. */
  readonly warehouse: number;
  readonly bank: number;
  readonly dollarBank: number;
  readonly remittance: number;
  readonly accountant: Person;
  readonly people: readonly Person[];
  readonly customers: readonly number[];
  readonly suppliers: readonly number[];
  readonly carrier: number;
  readonly salesmen: readonly number[];
  readonly expenseTypes: readonly number[];
  readonly incomeTypes: readonly number[];
  readonly stockholders: readonly number[];
  readonly cancellationMessage: number;
}

const CUSTOMERS_COUNT = 160;
const JOINED = '2024-03-01';
/** The first start has registered one outlet with one inventory, a cash box in each currency, and a unit. */
const FIRST = { outlet: 1, inventory: 1, safe: 1, dollars: 2 };

export async function openBusiness(clerk: Clerk, chance: Chance): Promise<Business> {
  const cities = await registerAll(clerk, 'cities', CITIES, (city_name) => ({ city_name }));
  await clerk.change('system_settings', 1, {
    business_name: 'Halgurd Trading (demo)',
    address: '60 Meter Road, Erbil',
    receipt_header: 'Halgurd Trading',
    receipt_footer: 'Thank you · شكراً · سوپاس',
  });
  const roles = new Map<string, number>();
  for (const [role_name, permissions] of Object.entries(ROLES)) {
    roles.set(role_name, await clerk.enter('roles', { role_name, permissions }));
  }
  const staff = new Staff(clerk, roles);
  const open = (name: string) => openPlace(clerk, staff, name, cities);
  const places = [await open('Erbil'), await open('Sulaymaniyah'), await open('Baghdad')] as const;
  const account = (account_name: string, cash_type: number, currency_fk: number) =>
    clerk.enter('cashes', { account_name, cash_type, currency_fk });
  return {
    places,
    warehouse: await clerk.enter('inventories', { inventory_name: 'Erbil warehouse', outlet_fk: FIRST.outlet }),
    bank: await account('Bank of the North, dinars', 2, IQD),
    dollarBank: await account('Bank of the North, dollars', 2, USD),
    remittance: await account('Money on its way', 3, IQD),
    accountant: await staff.hire('Accountant', places),
    people: staff.people,
    customers: await registerCustomers(clerk, cities, chance),
    suppliers: await registerAll(clerk, 'suppliers', SUPPLIERS.slice(0, -3), (consumer_name) => ({ consumer_name })),
    carrier: await clerk.enter('suppliers', { consumer_name: SUPPLIERS.at(-3) }),
    salesmen: await registerSalesmen(clerk),
    expenseTypes: await registerAll(clerk, 'expense_types', EXPENSE_TYPES, (type_name) => ({ type_name })),
    incomeTypes: await registerAll(clerk, 'income_types', INCOME_TYPES, (type_name) => ({ type_name })),
    stockholders: await registerAll(clerk, 'stockholders', STOCKHOLDERS, ([stockholder_name, share_percentage]) => ({
      ...{ stockholder_name, share_percentage },
    })),
    cancellationMessage: await clerk.enter('order_cancellation_messages', {
      message_text: 'We are sorry: what you ordered is out of stock.',
    }),
  };
}

async function openPlace(clerk: Clerk, staff: Staff, name: string, cities: readonly number[]): Promise<Place> {
  const number = ['Erbil', 'Sulaymaniyah', 'Baghdad'].indexOf(name);
  const code = name.slice(0, 3).toUpperCase();
  const about = { outlet_name: `${name} shop`, code, city_fk: cities[number], mobile: `0750 100 20${number}0` };
  const isFirst = number === 0;
  if (isFirst) await clerk.change('outlets', FIRST.outlet, about);
  const outlet = isFirst ? FIRST.outlet : await clerk.enter('outlets', about);
  const shop = { inventory_name: `${name} shop` };
  if (isFirst) await clerk.change('inventories', FIRST.inventory, shop);
  const inventory = isFirst ? FIRST.inventory : await clerk.enter('inventories', { ...shop, outlet_fk: outlet });
  const cash = async (account_name: string, currency_fk: number, first?: number): Promise<number> => {
    if (!isFirst || !first)
      return clerk.enter('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk: outlet });
    await clerk.change('cashes', first, { account_name, outlet_fk: outlet });
    return first;
  };
  const place = {
    ...{ name, outlet, inventory },
    safe: await cash(`${name} safe, dinars`, IQD, FIRST.safe),
    dollars: await cash(`${name} safe, dollars`, USD, FIRST.dollars),
    drawer: await cash(`${name} till`, IQD),
  };
  return {
    ...place,
    manager: await staff.hire('Manager', [place]),
    clerk: await staff.hire('Sales clerk', [place]),
    cashier: await staff.hire('Cashier', [place]),
    storekeeper: await staff.hire('Storekeeper', [place]),
  };
}

/** People with their roles and the outlets that were given to them. */
class Staff {
  readonly people: Person[] = [];
  readonly #clerk: Clerk;
  readonly #roles: ReadonlyMap<string, number>;

  constructor(clerk: Clerk, roles: ReadonlyMap<string, number>) {
    this.#clerk = clerk;
    this.#roles = roles;
  }

  async hire(role: string, places: readonly Pick<Place, 'outlet' | 'inventory' | 'safe'>[]): Promise<Person> {
    const number = this.people.length;
    const user_full_name = nameOf(number);
    const [first = ''] = user_full_name
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z ]/g, '')
      .split(' ');
    const user: UserData = {
      user_name: `${user_full_name.split(' ')[0]} ${number + 1}`,
      user_full_name,
      email: `${first}${number + 1}@demo.daftar.local`,
      user_code: String(100 + number),
      role_fk: this.#roles.get(role) ?? null,
      is_cashier: role === 'Cashier',
      outlet_fk: places[0]?.outlet ?? null,
      default_inventory_fk: places[0]?.inventory ?? null,
      default_account_fk: places[0]?.safe ?? null,
      user_joining_date: JOINED,
      outlets: places.map(({ outlet }) => outlet),
      inventories: places.map(({ inventory }) => inventory),
      lang: number % 3 === 0 ? 'ckb' : number % 3 === 1 ? 'en' : 'ar',
    };
    const id = await this.#clerk.enter('users', user);
    const hired = personOf(id, user, { role_name: role, permissions: [...(ROLES[role] ?? [])] });
    // Goods are sent between outlets by the people of both.
    const person: Person = { ...hired, hasOutlet: () => true, hasInventory: () => true };
    this.people.push(person);
    return person;
  }
}

async function registerAll<T>(
  clerk: Clerk,
  resource: string,
  all: readonly T[],
  body: (one: T) => object,
): Promise<number[]> {
  const ids: number[] = [];
  for (const one of all) ids.push(await clerk.enter(resource, membersOf(body(one))));
  return ids;
}

async function registerCustomers(clerk: Clerk, cities: readonly number[], chance: Chance): Promise<number[]> {
  const numbers = Array.from({ length: CUSTOMERS_COUNT }, (_, number) => number);
  return registerAll(clerk, 'customers', numbers, (number) => ({
    consumer_name: firmOf(number),
    code: `C-${String(number + 1).padStart(4, '0')}`,
    mobile: `0770 ${String(2_000_000 + number * 37)}`,
    city_fk: chance.pick(cities),
    allowed_debit_amount: number % 8 === 0 ? null : '40000000',
  }));
}

async function registerSalesmen(clerk: Clerk): Promise<number[]> {
  const tiers = {
    sale_man_commission_percentage: '1',
    ...{ sale_man_quota_1: '10000000', sale_man_commission_percentage_1: '1.5' },
    ...{ sale_man_quota_2: '30000000', sale_man_commission_percentage_2: '2' },
  };
  return registerAll(clerk, 'salesmen', ['percentage', 'revenue', 'gross_profit'] as const, (commission_type) => ({
    sale_man_name: `${nameOf(['percentage', 'revenue', 'gross_profit'].indexOf(commission_type) + 60)}`,
    base_salary: '450000',
    commission_type,
    ...tiers,
  }));
}
