/**
 * The errors that `npm run test:mutants` makes of one node of a syntax tree: comparisons and their boundaries, `&&` and
 * `||`, the arithmetic of amounts, conditions, statements that add to a list or a map, debit and credit, lists, the keys
 * of accounts, truth values.
 */
import ts from 'typescript-5';

/** What is wrong in the program while the error is switched on. */
export interface Change {
  /** `<= for <`: what a reader of the line finds changed. */
  readonly what: string;
  /** The changed text of the node. */
  readonly text: string;
}

const OPERATORS: ReadonlyMap<string, readonly string[]> = new Map([
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['&&', ['||']],
  ['||', ['&&']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
  ['%', ['*']],
]);
const ASSIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['+=', '-='],
  ['-=', '+='],
]);
/** Functions of amounts and quantities, which are whole numbers of their smallest unit. */
const SUMS: ReadonlyMap<string, string> = new Map([
  ['add', '-'],
  ['subtract', '+'],
]);
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['plus', 'minus'],
  ['minus', 'plus'],
  ['times', 'div'],
  ['div', 'times'],
]);
/** Statements of these calls store what the function was called for. */
const STORES = /^#?(push|set|add|delete|unshift|append|(add|put|push|take|apply|check|refuse|claim)[A-Z]\w*)$/;

const isPlus = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (isPlus(node) && (isText(node.left) || isText(node.right)));

/** The errors of a node; `keys` are the keys of accounts, of which another one takes the place of each. */
export function changesOf(node: ts.Node, keys: readonly string[]): readonly Change[] {
  const opposite = isCondition(node) ? [{ what: 'the opposite of the condition', text: `!(${node.getText()})` }] : [];
  return [...ofKind(node, keys), ...opposite];
}

function ofKind(node: ts.Node, keys: readonly string[]): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofOperator(node);
  if (ts.isPrefixUnaryExpression(node)) return ofSign(node);
  if (ts.isCallExpression(node)) return ts.isIdentifier(node.expression) ? ofFunction(node) : ofMethod(node);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (ts.isArrayLiteralExpression(node)) return ofList(node);
  if (ts.isObjectLiteralExpression(node)) return ofSides(node);
  if (ts.isStringLiteral(node)) return ofKey(node, keys);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ what: 'false for true', text: 'false' }];
  return node.kind === ts.SyntaxKind.FalseKeyword ? [{ what: 'true for false', text: 'true' }] : [];
}

/** A condition that is no comparison, whose opposite is among its own errors. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isExpression(node) || ts.isBinaryExpression(node) || ts.isPrefixUnaryExpression(node)) return false;
  return ts.isIfStatement(parent) || (ts.isConditionalExpression(parent) && parent.condition === node);
}

function ofOperator(node: ts.BinaryExpression): readonly Change[] {
  const operator = node.operatorToken.getText();
  const [left, right] = [node.left.getText(), node.right.getText()];
  const assigned = ASSIGNMENTS.get(operator);
  if (assigned !== undefined) return [{ what: `${assigned} for ${operator}`, text: `${left} ${assigned} ${right}` }];
  if (isText(node)) return [];
  return (OPERATORS.get(operator) ?? []).map((other) => ({
    what: `${other} for ${operator}`,
    text: `(${left}) ${other} (${right})`,
  }));
}

function ofSign(node: ts.PrefixUnaryExpression): readonly Change[] {
  const operand = node.operand.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken) return [{ what: 'without !', text: operand }];
  const isNumber = ts.isNumericLiteral(node.operand) || ts.isBigIntLiteral(node.operand);
  if (node.operator !== ts.SyntaxKind.MinusToken || isNumber) return [];
  return [{ what: 'without the minus', text: operand }];
}

function ofFunction(node: ts.CallExpression): readonly Change[] {
  const name = node.expression.getText();
  const [first, second] = node.arguments.map((argument) => argument.getText());
  if (name === 'negate') return [{ what: 'the other side, without negate', text: `(${first})` }];
  const sign = SUMS.get(name);
  if (sign === undefined || node.arguments.length !== 2) return [];
  return [{ what: `${sign} for ${name}`, text: `((${first}) ${sign} (${second}))` }];
}

function ofMethod(node: ts.CallExpression): readonly Change[] {
  // Brackets round a part of `a?.b.c()` would end its chain.
  if (!ts.isPropertyAccessExpression(node.expression) || node.flags & ts.NodeFlags.OptionalChain) return [];
  const { expression: of, name } = node.expression;
  const given = node.arguments.map((argument) => argument.getText()).join(', ');
  const other = METHODS.get(name.text);
  if (other !== undefined) return [{ what: `${other} for ${name.text}`, text: `${of.getText()}.${other}(${given})` }];
  return name.text === 'filter' ? [{ what: 'without the filter', text: of.getText() }] : [];
}

function ofStatement({ expression }: ts.ExpressionStatement): readonly Change[] {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call)) return [];
  const { expression: called } = call;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  return STORES.test(name) ? [{ what: `without ${name}`, text: '' }] : [];
}

function ofList(node: ts.ArrayLiteralExpression): readonly Change[] {
  const { parent } = node;
  const isPattern =
    (ts.isBinaryExpression(parent) && parent.left === node) ||
    (ts.isForOfStatement(parent) && parent.initializer === node);
  return node.elements.length === 0 || isPattern ? [] : [{ what: 'an empty list', text: '[]' }];
}

/** `{ debit: …, credit: … }` with its sides exchanged. */
function ofSides(node: ts.ObjectLiteralExpression): readonly Change[] {
  const named = new Map(
    node.properties.flatMap((property): (readonly [string, string])[] => {
      const name = property.name?.getText() ?? '';
      if (ts.isShorthandPropertyAssignment(property)) return [[name, name]];
      return ts.isPropertyAssignment(property) ? [[name, property.initializer.getText()]] : [];
    }),
  );
  const [debit, credit] = [named.get('debit'), named.get('credit')];
  if (debit === undefined || credit === undefined) return [];
  const text = `({ ...${node.getText()}, debit: ${credit}, credit: ${debit} })`;
  return [{ what: 'debit and credit exchanged', text }];
}

function ofKey(node: ts.StringLiteral, keys: readonly string[]): readonly Change[] {
  const place = keys.indexOf(node.text);
  const { parent } = node;
  const isValue =
    (ts.isPropertyAssignment(parent) && parent.initializer === node) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isArrowFunction(parent) && parent.body === node) ||
    ts.isReturnStatement(parent) ||
    ts.isCallExpression(parent);
  if (place < 0 || !isValue) return [];
  const other = keys[(place + 1) % keys.length];
  return [{ what: `the account ${other}`, text: `'${other}'` }];
}
