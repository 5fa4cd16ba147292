/**
 * Redirects the specification's long addresses (`upsert/{id}/{isUpdate}/{from}/{newTab}`), and lists that it names
 * differently, to our screens.
 */
const PAGE = /^(.+)\/(upsert|edit|view|apply-cost|modify-sales-price)\/([^/]+)\/([^/]+)(?:\/.*)?$/;
const OTHER_NAMES: Readonly<Record<string, string>> = { '/sales/sales-returns': '/sales/sale-returns' };

/** Undefined when the address is one of ours. */
export function shortAddress(pathname: string): string | undefined {
  const [, list, page, id, said] = PAGE.exec(pathname) ?? [];
  if (!list) return OTHER_NAMES[pathname];
  return page === 'upsert' && said === 'false' ? `${list}/${page}/new` : `${list}/${page}/${id}`;
}
