/**
 * Type assertions of a source file, read from its syntax tree. `as const` is no assertion, and neither are `satisfies` and
 * the `as` of an import or of a mapped type, which are other nodes of the tree.
 */
import ts from 'typescript-5';

export interface Assertion {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** What the compiler is told: `as Money`, or `!` that says a value is there. */
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
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
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
