/**
 * The places of a source file in which an error can be switched on, and the text of the file with switches in them. A
 * switch is an expression, `(mutant$(17) ? a <= b : a < b)`, so that every line stays in its place and one module
 * contains all of its errors.
 */
import ts from 'typescript-5';
import { defined } from '../../domain/values/defined.ts';
import { type Change, changesOf } from './operators.ts';

/** One error of the program. */
export interface Mutant {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly what: string;
  /** The text that is changed, on one line. */
  readonly of: string;
  /** The same after edits elsewhere in the file: what is changed, how, and which of the equal ones it is. */
  readonly key: string;
}

interface Site {
  readonly node: ts.Node;
  readonly change: Change;
  readonly mutant: Mutant;
}

const OF_MAX = 100;

const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** Every error of the functions of a file. What a module computes while it is loaded is not switched. */
export function mutantsOf(file: string, text: string, keys: readonly string[]): readonly Mutant[] {
  return sitesOf(parsed(file, text), keys).map(({ mutant }) => mutant);
}

function sitesOf(tree: ts.SourceFile, keys: readonly string[]): readonly Site[] {
  const file = tree.fileName;
  const found: Site[] = [];
  const times = new Map<string, number>();
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isTypeNode(node) || ts.isThrowStatement(node)) return;
    for (const change of inFunction ? changesOf(node, keys) : []) {
      const of = node.getText(tree).replace(/\s+/g, ' ').slice(0, OF_MAX);
      const same = `${file}: ${change.what}: ${of}`;
      const time = (times.get(same) ?? 0) + 1;
      times.set(same, time);
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      found.push({ node, change, mutant: { file, line, what: change.what, of, key: `${same}: ${time}` } });
    }
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(tree, false);
  return found;
}

/** The text with a switch for each mutant that has a number, and a count in every loop. */
export function switched(
  file: string,
  text: string,
  keys: readonly string[],
  numbers: ReadonlyMap<string, number>,
): string {
  const tree = parsed(file, text);
  const chosen = sitesOf(tree, keys).filter(({ mutant }) => numbers.has(mutant.key));
  const at = Map.groupBy(chosen, ({ node }) => node);
  const numberOf = ({ mutant }: Site) => defined(numbers.get(mutant.key));
  const written = (node: ts.Node): string => {
    let from = node.getStart(tree);
    let inner = '';
    ts.forEachChild(node, (child) => {
      inner += text.slice(from, child.getStart(tree)) + written(child);
      from = child.end;
    });
    inner += text.slice(from, node.end);
    if (isBodyOfLoop(node)) inner = `{ loop$(); ${inner} }`;
    const [first, ...others] = at.get(node) ?? [];
    if (!first) return inner;
    if (ts.isExpressionStatement(node)) return `{ if (!mutant$(${numberOf(first)})) ${inner} }`;
    return `(${[first, ...others].map((site) => `mutant$(${numberOf(site)}) ? ${site.change.text} : `).join('')}${inner})`;
  };
  return text.slice(0, tree.getStart(tree)) + written(tree);
}

const isBodyOfLoop = (node: ts.Node): boolean =>
  ts.isIterationStatement(node.parent ?? node, false) &&
  node.parent !== undefined &&
  (node.parent as ts.IterationStatement).statement === node;
