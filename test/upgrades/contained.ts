/** The fields of an earlier answer that a present one lacks, or in which it differs; new fields are ignored. */
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
