/**
 * Addresses as the specification writes them, with what they say besides (`upsert/{id}/{isUpdate}/{from}/{newTab}`),
 * and lists that it calls by another name: all of them lead to the screens of ours.
 */
const PAGE = /^(.+)\/(upsert|edit|view|apply-cost|modify-sales-price)\/([^/]+)\/([^/]+)(?:\/.*)?$/;
const OTHER_NAMES: Readonly<Record<string, string>> = { '/sales/sales-returns': '/sales/sale-returns' };

/** Undefined when the address is one of ours. */
export function shortAddress(pathname: string): string | undefined {
  const [, list, page, id, said] = PAGE.exec(pathname) ?? [];
  if (!list) return OTHER_NAMES[pathname];
  return page === 'upsert' && said === 'false' ? `${list}/${page}/new` : `${list}/${page}/${id}`;
}
