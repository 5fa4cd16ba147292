/** Explains every line of cost of a business, and computes the value by the named rule again. */
import { expect } from 'vitest';
import { money } from '../../domain/values/money.ts';
import { personOf } from '../../identity/person.ts';
import type { Cost } from '../../read-api/audit/explain/cost.ts';
import { type ExplainedLine, explainLine } from '../../read-api/audit/explain/line.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import type { Reader } from '../../read-api/database/reader-type.ts';
import type { Projection } from '../projector/projection.ts';
import { computed, wrongTerms } from './computed-again.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);

interface Line {
  readonly position: string;
  readonly line_no: number;
  readonly document_kind: string;
}

interface Books {
  readonly reader: Reader;
  readonly projection: Projection;
}

/** The kinds of documents with the rules that their lines of cost name. */
export async function everyRule({ reader, projection }: Books): Promise<Set<string>> {
  const lines = await projection.rows<Line>(
    `select position, line_no, document_kind from read.journal_line where kind in ('cost', 'restatement')
     and (account / 1000000 = 131 or item_fk is null) order by position, line_no`,
  );
  const seen = new Set<string>();
  for (const { position, line_no, document_kind } of lines) {
    const { rule, cost, ...line } = await inSnapshot(reader, (snapshot) =>
      explainLine(snapshot, owner, { position, line_no: String(line_no) }),
    );
    const note = rule?.lines[0]?.note ?? '';
    const name = `${document_kind} ${note}, line ${line_no} of ${position}`;
    if (!cost) throw new Error(`no cost behind ${name}`);
    seen.add(`${document_kind} ${note}`);
    expect(`${name}: ${computed(note, cost)}`, JSON.stringify(cost, null, 1)).toBe(`${name}: ${money(cost.now.value)}`);
    if (isOfItsPool(line, cost)) expect(`${name}: ${money(line.base ?? '')}`).toBe(`${name}: ${ownShare(cost)}`);
    expect(wrongTerms(cost), `${name} ${JSON.stringify(cost, null, 1)}`).toBeUndefined();
  }
  return seen;
}

/** A line of the account of the goods or the cash, which no other inventory shares. */
const isOfItsPool = (
  { account, item_name }: Pick<ExplainedLine, 'account' | 'item_name'>,
  { pool, first, average_scope }: Cost,
): boolean => (pool === 'cash' ? account === first : item_name !== null && average_scope === 'inventory');

/** What the line holds: the value without what the document's own lines hold, or what a later event changed of it. */
const ownShare = ({ now, earlier, posted }: Cost): bigint =>
  money(now.value) - money(earlier ? earlier.value : (posted ?? '0'));
