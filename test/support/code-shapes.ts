/**
 * What the tidy test counts in a syntax tree: the lengths of functions, and literals that are spread into literals.
 */
import ts from 'typescript-5';
import { treeOf } from './syntax.ts';

export interface MeasuredFunction {
  readonly name: string;
  /** Lines of code: a literal that only lists data counts as one line, however many the formatter gives it. */
  readonly lines: number;
}

const holdsFunction = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) || (ts.forEachChild(node, (child) => holdsFunction(child) || undefined) ?? false);

const isData = (node: ts.Node): boolean =>
  (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) && !holdsFunction(node);

/** Lines that a node has beyond its first. */
function furtherLines(tree: ts.SourceFile, node: ts.Node): number {
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  return lineAt(node.getEnd()) - lineAt(node.getStart(tree));
}

function dataLines(tree: ts.SourceFile, node: ts.Node): number {
  if (isData(node)) return furtherLines(tree, node);
  let found = 0;
  ts.forEachChild(node, (child) => {
    found += dataLines(tree, child);
  });
  return found;
}

/** Lines of a file, measured in the same way. */
export const linesOfCode = (file: string, text: string): number =>
  text.split('\n').length - dataLines(treeOf(file, text), treeOf(file, text));

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node))
    return node.name?.getText();
  const isBlock = (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && ts.isBlock(node.body);
  return isBlock && ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : undefined;
}

/** Functions and methods with a name. */
export function functionsOf(file: string, text: string): readonly MeasuredFunction[] {
  const tree = treeOf(file, text);
  const found: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOf(node);
    if (name !== undefined) found.push({ name, lines: furtherLines(tree, node) + 1 - dataLines(tree, node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? bare(node.expression) : node;

/** Lines of literals that are spread into a literal, `...{ a, b }` or `...[a, b]`: their members can stand in it. */
export function spreadLiterals(file: string, text: string): readonly number[] {
  if (!/\.\.\.\(*[{[]/.test(text)) return [];
  const tree = treeOf(file, text);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    const inObject = ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(bare(node.expression));
    const inArray = ts.isSpreadElement(node) && ts.isArrayLiteralExpression(bare(node.expression));
    if (inObject || inArray) found.push(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
