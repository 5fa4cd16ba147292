/**
 * The addresses of all screens of the router, so that a new screen is included. Values of path parameters are read from
 * the lists of the open business.
 */

export interface Screen {
  /** `/sales/sales/5101` */
  readonly address: string;
  /** `documents:sale.one` */
  readonly title: string;
}

export interface EveryScreen {
  readonly screens: readonly Screen[];
  /** Paths for whose parameters the business has no value. */
  readonly unreached: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;
/** Reads the rows of a list of the API: `list('sales')`. */
export type List = (path: string) => Promise<readonly Row[]>;

/** A screen as the router declares it. */
export interface Declared {
  readonly path: string;
  readonly permission: string | undefined;
  readonly title: string;
}

/** Runs in the page: the screens of its router. */
export function screensOfRouter(): readonly Declared[] {
  const { routesByPath } = Reflect.get(globalThis, '__TSR_ROUTER__');
  return Object.values<{ fullPath: string; options: { context: () => { permission?: string; title: string } } }>(
    routesByPath,
  ).map(({ fullPath, options }) => {
    const { permission, title } = options.context();
    return { path: fullPath, permission, title };
  });
}

/** Paths that end the session, redirect, or show a refusal. */
const NO_SCREENS = new Set(['/login', '/login/$redirect', '/user-logout', '/unauthorized']);

/** The resource of a screen's identifier, when the permission names another one. */
const OWNERS: Readonly<Record<string, string>> = {
  '/customers/$id/transactions': 'customers',
  '/suppliers/$id/transactions': 'suppliers',
};

export async function everyScreen(all: readonly Declared[], list: List): Promise<EveryScreen> {
  const declared = all.filter(({ path }) => !NO_SCREENS.has(path));
  const paths = new Set(declared.map(({ path }) => path));
  const screens: Screen[] = [];
  const unreached: string[] = [];
  for (const screen of declared) {
    const addresses = await addressesOf(screen, paths, list);
    if (addresses.length === 0) unreached.push(screen.path);
    screens.push(...addresses.map((address) => ({ address, title: screen.title })));
  }
  return { screens: [...screens, ...(await withSearch(declared, list))], unreached };
}

async function addressesOf(
  { path, permission = '' }: Declared,
  paths: ReadonlySet<string>,
  list: List,
): Promise<readonly string[]> {
  if (!path.includes('$')) return [path];
  if (path.includes('$position')) {
    const [line] = await list('financial_reports/journal?per_page=10');
    if (!line) return [];
    return [path.replace('$position', String(line['position'])).replace('$line', String(line['line_no']))];
  }
  const rows = await list(`${OWNERS[path] ?? permission.split('/')[0]}?per_page=100`);
  if (rows.length === 0) return [];
  const ids = path in OWNERS ? [rows[0]?.['id']] : oneOfEachStatus(rows);
  // A document is entered on the screen that shows it; a record has another path for that.
  const isEntered = permission.includes('/store') && paths.has(path.replace('$id', 'view/$id'));
  const begins = isEntered ? ['new'] : [];
  return [...begins, ...ids].map((id) => path.replace('$id', String(id)));
}

/** One row of each status, because the screen of a draft differs from that of a complete document. */
function oneOfEachStatus(rows: readonly Row[]): readonly unknown[] {
  const byStatus = new Map<unknown, unknown>();
  for (const { status, id } of rows) if (!byStatus.has(status)) byStatus.set(status, id);
  return [...byStatus.values()];
}

/** Screens whose content depends on search parameters; left out where the business has no value for them. */
async function withSearch(declared: readonly Declared[], list: List): Promise<readonly Screen[]> {
  const first = async (path: string, field = 'id') => {
    const [row] = await list(path);
    return row && String(row[field]);
  };
  const asking = async (parameter: string, path: string, field?: string) => {
    const value = await first(path, field);
    return value === undefined ? [] : [`${parameter}=${value}`];
  };
  const complete = 'per_page=10&filter[status]=complete';
  const figure = encodeURIComponent('trial_balance;account=1110;of=debit');
  const addresses = [
    ['/sales/sale-returns/$id', 'new', await asking('sale', `sales?${complete}`)],
    ['/sales/sale-returns/$id', 'new', ['unlinked=true']],
    ['/purchases/purchases-returns/$id', 'new', await asking('purchase', `purchases?${complete}`)],
    ['/warehouse/categories', '', ['tree=true']],
    ['/warehouse/warehouse', '', ['shortage=true']],
    ['/reports/account-ledger', '', ['account=1310']],
    ['/reports/item-transaction', '', await asking('item_fk', 'stocks?per_page=10', 'item_fk')],
    ['/reports/customer-statements', '', await asking('consumer_id', 'customers?per_page=10')],
    ['/reports/supplier-statements', '', await asking('consumer_id', 'suppliers?per_page=10')],
    ['/reports/financial-reports/cash-book', '', await asking('account_id', 'cashes?per_page=10')],
    ['/audit/explain', '', [`figure=${figure}`]],
  ] as const;
  return addresses.flatMap(([path, id, searches]) => {
    const title = declared.find((screen) => screen.path === path)?.title;
    if (!title) throw new Error(`there is no screen ${path}`);
    return searches.map((search) => ({ address: `${path.replace('$id', id)}?${search}`, title }));
  });
}
