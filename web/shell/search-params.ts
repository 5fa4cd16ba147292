/**
 * The address holds plain text parameters, named as the API names them (`filter[brand_fk]=3`), so that an
 * address can be read, shared and compared. Numbers are made by each screen's validator.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
