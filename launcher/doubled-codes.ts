/**
 * Codes that several items have, because earlier versions accepted two spellings of one number (docs/decisions/0104). They
 * stay with their items until a person takes them from all but one.
 */
interface DoubledCode {
  /** The key: a GTIN without its leading zeros. */
  readonly code: string;
  /** Streams, the lowest number first: `item-7`. */
  readonly items: readonly string[];
}

type AskRows = (sql: string) => Promise<readonly { readonly code: string; readonly items: readonly string[] }[]>;

const SHOWN_MAX = 20;

const DOUBLED = `select b.key as code,
    array[t.owner] || array_agg(b.owner order by split_part(b.owner, '-', 2)::int) as items
  from claim.taken_beside b join claim.taken t on t."set" = b."set" and t.key = b.key
  group by b.key, t.owner order by b.key`;

export const severalWithOneCode = (askRows: AskRows): Promise<readonly DoubledCode[]> => askRows(DOUBLED);

export async function describeCodes(askRows: AskRows, line: string): Promise<string> {
  const codes = await severalWithOneCode(askRows);
  if (codes.length === 0) return 'each is of one item';
  const shown = codes.slice(0, SHOWN_MAX).map(({ code, items }) => `${code}: ${items.join(', ')}`);
  const more = codes.length > SHOWN_MAX ? ['…'] : [];
  const told = `${codes.length} of several items, from an earlier version: take each from all but one`;
  return [told, ...shown, ...more].join(line);
}
