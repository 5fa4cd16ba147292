/**
 * Which rule posted a line: the file of `domain/posting` that the posting table names for the type of the event, with
 * the section of accounting.md that it follows and the table of debits and credits at its head. Read from the source
 * that runs, so it cannot say anything else than what was done.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostingRule, postingTable } from '../../../domain/posting/table.ts';

export interface RuleOfPosting {
  readonly file: string;
  /** Of accounting.md; null where the file names none. */
  readonly section: string | null;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = 'domain/posting';
const known = new Map<string, RuleOfPosting | undefined>();

/** Undefined for an event that posts nothing. */
export function ruleOfPosting(type: string): RuleOfPosting | undefined {
  if (!known.has(type)) {
    const file = fileOf(type);
    known.set(type, file === undefined ? undefined : ruleIn(`${FOLDER}/${file}`));
  }
  return known.get(type);
}

/** What an entry carries beyond its document's own lines comes from costing. */
export const COSTING: RuleOfPosting = ruleIn('domain/costing/cost-book.ts', '4');

/** The function that posts has a name, or calls one that has; the table says from which file it comes. */
function fileOf(type: string): string | undefined {
  const rule = (postingTable as Readonly<Record<string, PostingRule<unknown>>>)[type];
  if (rule?.does !== 'post') return undefined;
  const name = /^post[A-Z]/.test(rule.post.name) ? rule.post.name : /\bpost[A-Z]\w*/.exec(rule.post.toString())?.[0];
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([a-z-]+\\.ts)'`);
  return imported.exec(source(`${FOLDER}/table.ts`))?.[1];
}

function ruleIn(file: string, section?: string): RuleOfPosting {
  const head = /^\/\*\*([\s\S]*?)\*\//.exec(source(file))?.[1] ?? '';
  const text = head.replace(/^[ \t]*\* ?/gm, '').trim();
  return { file, section: /accounting\.md, sections? (\d+)/.exec(text)?.[1] ?? section ?? null, text };
}

function source(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
