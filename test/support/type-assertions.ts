/**
 * Type assertions of a source file, found in its syntax tree. `as const`, `satisfies` and the `as` of an import or of a
 * mapped type are not type assertions.
 */
import ts from 'typescript-5';
import { treeOf } from './syntax.ts';

export interface Assertion {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  /** The assertion: `as Money`, or `!` for a value that exists. */
  readonly says: string;
}

const isConst = (type: ts.TypeNode): boolean => ts.isTypeReferenceNode(type) && type.getText() === 'const';

function saidBy(node: ts.Node): string | undefined {
  if (ts.isNonNullExpression(node)) return '!';
  if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !isConst(node.type)) {
    return `as ${node.type.getText().replace(/\s+/g, ' ')}`;
  }
  return undefined;
}

export function assertionsOf(file: string, text: string): Assertion[] {
  const tree = treeOf(file, text);
  const found: Assertion[] = [];
  const visit = (node: ts.Node): void => {
    const says = saidBy(node);
    if (says !== undefined) {
      found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getEnd()).line + 1, says });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
