/** Where an answer lacks something of an earlier one, or says otherwise: what is new in it is not looked at. */
export function missingIn(before: unknown, now: unknown, path = ''): string[] {
  if (typeof before !== 'object' || before === null) {
    return before === now ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(now)}`];
  }
  if (typeof now !== 'object' || now === null || Array.isArray(before) !== Array.isArray(now)) {
    return [`${path}: ${JSON.stringify(now)} is of another kind`];
  }
  if (Array.isArray(before) && Array.isArray(now) && before.length !== now.length) {
    return [`${path}: ${before.length} were listed, and now ${now.length}`];
  }
  const found = now as Readonly<Record<string, unknown>>;
  return Object.entries(before).flatMap(([name, value]) => missingIn(value, found[name], `${path}/${name}`));
}
