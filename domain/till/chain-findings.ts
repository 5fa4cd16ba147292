/** Problems in the sequence of a device's entries between two numbers: missing, duplicate and changed entries. */
import { NO_ENTRY } from './device-entry.ts';

/** A stored entry. */
export interface StoredEntry {
  readonly enrolment: string;
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
  /** Stream of the document that it is stored in. */
  readonly document: string;
}

export type ChainFinding =
  /** The entries with the numbers `from` to `to` are missing. */
  | { readonly kind: 'gap'; readonly from: number; readonly to: number; readonly documents: readonly string[] }
  /** Two entries have the number. */
  | { readonly kind: 'double'; readonly from: number; readonly to: number; readonly documents: readonly string[] }
  /** The entry's `previous` hash does not match the entry before it. */
  | { readonly kind: 'changed'; readonly from: number; readonly to: number; readonly documents: readonly string[] };

/** `entries` are those of one enrolment up to `to`, starting with the last one before `from`, in any order. */
export function chainFindings(
  entries: readonly StoredEntry[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly ChainFinding[] {
  const byNumber = Map.groupBy(entries, ({ sequence }) => sequence);
  const numbers = [...byNumber.keys()].filter((number) => number <= to).toSorted((a, b) => a - b);
  const findings: ChainFinding[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1] ?? 0;
    if (number < from) continue;
    const here = byNumber.get(number) ?? [];
    const documents = [...new Set(here.map(({ document }) => document))];
    if (number > before + 1) findings.push({ kind: 'gap', from: before + 1, to: number - 1, documents });
    if (here.length > 1) findings.push({ kind: 'double', from: number, to: number, documents });
    if (here.some((entry) => !follows(entry, byNumber.get(number - 1)))) {
      findings.push({ kind: 'changed', from: number, to: number, documents });
    }
  }
  return findings;
}

/** True also for an entry after a gap, which has no predecessor to compare with. */
function follows({ sequence, previous }: StoredEntry, before: readonly StoredEntry[] | undefined): boolean {
  if (sequence === 1) return previous === NO_ENTRY;
  return before === undefined || before.some(({ hash }) => hash === previous);
}
