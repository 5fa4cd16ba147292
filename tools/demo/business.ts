/** The business of the demonstration: three outlets, their money and their people, customers and suppliers. */
import { roleOfTemplate } from '../../command-api/identity/role-templates.ts';
import type { UserData } from '../../domain/people/user.record.ts';
import { ROLE_TEMPLATES, type RoleTemplate, templatePermissions } from '../../domain/registry/role-templates.ts';
import { defined } from '../../domain/values/defined.ts';
import { membersOf } from '../../domain/values/members.ts';
import { IQD, USD } from '../../domain/values/rate.ts';
import { type Person, personOf } from '../../identity/person.ts';
import type { Chance } from './chance.ts';
import type { Clerk } from './clerk.ts';
import {
  CITIES,
  EXPENSE_TYPES,
  firmOf,
  INCOME_TYPES,
  languageOf,
  nameOf,
  STOCKHOLDERS,
  SUPPLIERS,
} from './goods/people-words.ts';
import { namesOf, type Words, words } from './goods/words.ts';

export interface Place {
  readonly name: string;
  readonly city: Words;
  /** Language of its papers and signs. */
  readonly language: keyof Words;
  readonly outlet: number;
  readonly inventory: number;
  /** Cash accounts: the safes for dinars and dollars, and the drawer of the till. */
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
  /** The warehouse of the first outlet, which receives the goods. */
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
const WAREHOUSE = words('Erbil warehouse', 'مخزن أربيل الكبير', 'ئەمباری گەورەی هەولێر');
const SHOP = words('Halgurd Trading', 'هلكورد للتجارة', 'بازرگانی هەڵگورد');
const OUT_OF_STOCK = words(
  'We are sorry: what you ordered is out of stock.',
  'نعتذر: ما طلبته غير متوفر حاليًا.',
  'ببوورە: ئەوەی داوات کردووە لە کۆگادا نەماوە.',
);
const VALID = words(
  'Prices are valid for seven days.',
  'الأسعار سارية لمدة سبعة أيام.',
  'نرخەکان بۆ حەوت ڕۆژ کارپێکراون.',
);
const JOINED = '2024-03-01';
/** The first start has created one outlet with one inventory, a cash account in each currency, and a unit. */
const FIRST = { outlet: 1, inventory: 1, safe: 1, dollars: 2 };

export async function openBusiness(clerk: Clerk, chance: Chance): Promise<Business> {
  const cities = await registerAll(clerk, 'cities', CITIES, (city) => namesOf('city_name', city));
  await clerk.change('system_settings', 1, { business_name: 'Halgurd Trading (demo)' });
  await clerk.change('system_profiles', 1, {
    ...namesOf('shop_name', SHOP),
    phones: ['0750 100 2000'],
    city_fk: cities[0],
    address: 'شەقامی ٦٠ مەتری، هەولێر',
    receipt_footer: 'سوپاس · شكراً · Thank you',
  });
  await clerk.change('app_settings', 1, namesOf('app_name', SHOP));
  await clerk.enter('print_templates', {
    template_name: 'Quotation in two languages',
    printed_paper: 'quotation',
    paper: 'A4',
    second_language: 'ckb',
    terms_en: VALID.en,
    terms_ar: VALID.ar,
    terms_ckb: VALID.ckb,
  });
  const roles = new Map<RoleTemplate, number>();
  for (const template of ROLE_TEMPLATES) roles.set(template, await clerk.enter('roles', roleOfTemplate(template)));
  const staff = new Staff(clerk, roles);
  const open = (number: number) => openPlace(clerk, staff, number, cities);
  const places = [await open(0), await open(1), await open(2)] as const;
  const account = (called: Words, cash_type: number, currency_fk: number) =>
    clerk.enter('cashes', { ...namesOf('account_name', called), cash_type, currency_fk });
  const warehouse = await clerk.enter('inventories', {
    ...namesOf('inventory_name', WAREHOUSE),
    outlet_fk: FIRST.outlet,
  });
  const accountant = await staff.hire('accountant', places);
  for (const { user_id, user } of [places[0].manager, places[0].storekeeper, accountant]) {
    await clerk.change('users', user_id, { inventories: [...user.inventories, warehouse] });
  }
  return {
    places,
    warehouse,
    bank: await account(words('Bank of the North, dinars', 'مصرف الشمال، دينار', 'بانکی باکوور، دینار'), 2, IQD),
    dollarBank: await account(words('Bank of the North, dollars', 'مصرف الشمال، دولار', 'بانکی باکوور، دۆلار'), 2, USD),
    remittance: await account(words('Money on its way', 'أموال في الطريق', 'پارەی لە ڕێگادا'), 3, IQD),
    accountant,
    people: staff.people,
    customers: await registerCustomers(clerk, cities, chance),
    suppliers: await registerAll(clerk, 'suppliers', SUPPLIERS.slice(0, -3), (consumer_name) => ({ consumer_name })),
    carrier: await clerk.enter('suppliers', { consumer_name: SUPPLIERS.at(-3) }),
    salesmen: await registerSalesmen(clerk),
    expenseTypes: await registerAll(clerk, 'expense_types', EXPENSE_TYPES, (type) => namesOf('type_name', type)),
    incomeTypes: await registerAll(clerk, 'income_types', INCOME_TYPES, (type) => namesOf('type_name', type)),
    stockholders: await registerAll(clerk, 'stockholders', STOCKHOLDERS, ([stockholder_name, share_percentage]) => ({
      stockholder_name,
      share_percentage,
    })),
    cancellationMessage: await clerk.enter('order_cancellation_messages', namesOf('message_text', OUT_OF_STOCK)),
  };
}

/** Parts of an outlet are named after its city. */
const partOf = ({ en, ar, ckb }: Words, of: Words): Words => ({
  en: `${en} ${of.en}`,
  ar: `${of.ar} ${ar}`,
  ckb: `${of.ckb} ${ckb}`,
});

async function openPlace(clerk: Clerk, staff: Staff, number: number, cities: readonly number[]): Promise<Place> {
  const city = defined(CITIES[number]);
  const shop = partOf(city, words('shop', 'متجر', 'فرۆشگای'));
  const about = {
    ...namesOf('outlet_name', shop),
    code: city.en.slice(0, 3).toUpperCase(),
    city_fk: cities[number],
    mobile: `0750 100 20${number}0`,
  };
  const isFirst = number === 0;
  if (isFirst) await clerk.change('outlets', FIRST.outlet, about);
  const outlet = isFirst ? FIRST.outlet : await clerk.enter('outlets', about);
  const shelves = namesOf('inventory_name', shop);
  if (isFirst) await clerk.change('inventories', FIRST.inventory, shelves);
  const inventory = isFirst ? FIRST.inventory : await clerk.enter('inventories', { ...shelves, outlet_fk: outlet });
  const cash = async (of: Words, currency_fk: number, first?: number): Promise<number> => {
    const called = namesOf('account_name', partOf(city, of));
    if (!isFirst || !first) return clerk.enter('cashes', { ...called, cash_type: 1, currency_fk, outlet_fk: outlet });
    await clerk.change('cashes', first, { ...called, outlet_fk: outlet });
    return first;
  };
  const place = {
    name: city.en,
    city,
    language: languageOf(number),
    outlet,
    inventory,
    safe: await cash(words('safe, dinars', 'خزنة الدينار –', 'قاسەی دینار –'), IQD, FIRST.safe),
    dollars: await cash(words('safe, dollars', 'خزنة الدولار –', 'قاسەی دۆلار –'), USD, FIRST.dollars),
    drawer: await cash(words('till', 'درج –', 'چەکمەجە –'), IQD),
  };
  return {
    ...place,
    manager: await staff.hire('manager', [place]),
    clerk: await staff.hire('sales_clerk', [place]),
    cashier: await staff.hire('cashier', [place]),
    storekeeper: await staff.hire('storekeeper', [place]),
  };
}

/** Users with their roles and outlets. */
class Staff {
  readonly people: Person[] = [];
  readonly #clerk: Clerk;
  readonly #roles: ReadonlyMap<RoleTemplate, number>;

  constructor(clerk: Clerk, roles: ReadonlyMap<RoleTemplate, number>) {
    this.#clerk = clerk;
    this.#roles = roles;
  }

  async hire(role: RoleTemplate, places: readonly Pick<Place, 'outlet' | 'inventory' | 'safe'>[]): Promise<Person> {
    const number = this.people.length;
    const { latin, own, language } = nameOf(number);
    const mailbox = latin
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]/g, '');
    const user: UserData = {
      user_name: `${latin} ${number + 1}`,
      user_full_name: own,
      email: `${mailbox}${number + 1}@demo.daftar.local`,
      user_code: String(100 + number),
      role_fk: this.#roles.get(role) ?? null,
      is_cashier: role === 'cashier',
      outlet_fk: places[0]?.outlet ?? null,
      default_inventory_fk: places[0]?.inventory ?? null,
      default_account_fk: places[0]?.safe ?? null,
      user_joining_date: JOINED,
      outlets: places.map(({ outlet }) => outlet),
      inventories: places.map(({ inventory }) => inventory),
      lang: language,
    };
    const id = await this.#clerk.enter('users', user);
    const hired = personOf(id, user, { role_name: role, permissions: [...templatePermissions(role)] });
    // People of both outlets send goods between them.
    const person: Person = { ...hired, hasOutlet: () => true, hasInventory: () => true, hasAllOutlets: true };
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
  return registerAll(clerk, 'customers', numbers, (number) => {
    const city_fk = chance.pick(cities);
    return {
      consumer_name: firmOf(number, cities.indexOf(city_fk)),
      code: `C-${String(number + 1).padStart(4, '0')}`,
      mobile: `0770 ${String(2_000_000 + number * 37)}`,
      city_fk,
      allowed_debit_amount: number % 8 === 0 ? null : '40000000',
    };
  });
}

async function registerSalesmen(clerk: Clerk): Promise<number[]> {
  const tiers = {
    sale_man_commission_percentage: '1',
    sale_man_quota_1: '10000000',
    sale_man_commission_percentage_1: '1.5',
    sale_man_quota_2: '30000000',
    sale_man_commission_percentage_2: '2',
  };
  return registerAll(clerk, 'salesmen', ['percentage', 'revenue', 'gross_profit'] as const, (commission_type) => ({
    sale_man_name: nameOf(['percentage', 'revenue', 'gross_profit'].indexOf(commission_type) + 60).own,
    base_salary: '450000',
    commission_type,
    ...tiers,
  }));
}
