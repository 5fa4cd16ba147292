/**
 * Errors of one line, for `npm run test:mutate`: each is inserted into a copy of the repository, where `npm test` must
 * fail. They are numbered in this order. When the program changes, `find` is changed with it; an error that is no
 * longer possible is replaced by another one of its area.
 */

export type Area = 'domain' | 'posting' | 'costing' | 'claims' | 'projector' | 'permissions' | 'screens';

export interface Mutation {
  readonly area: Area;
  readonly file: string;
  /** A text that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The error, as a sentence without its full stop. */
  readonly what: string;
}

export const MUTATIONS: readonly Mutation[] = [
  {
    area: 'domain',
    file: 'domain/kernel/fixed-point.ts',
    find: `  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));`,
    replace: `  remainders.reverse();`,
    what: 'what is left of a shared amount goes to the last parts instead of those with the largest remainders',
  },
  {
    area: 'domain',
    file: 'domain/kernel/rate.ts',
    find: `toMoney(divideRounded(amount * RATE_ONE, at))`,
    replace: `toMoney((amount * RATE_ONE) / at)`,
    what: 'dinar in dollar is cut off and not rounded',
  },
  {
    area: 'posting',
    file: 'domain/posting/returned-lines.ts',
    find: `account: { key: 'output-tax' }`,
    replace: `account: { key: 'input-tax' }`,
    what: 'returned goods post their tax to input tax',
  },
  {
    area: 'posting',
    file: 'domain/posting/purchase-return.ts',
    find: `document: \`purchase-\${of.purchase_fk}\`, amount: negate(settled) }`,
    replace: `document: \`purchase-\${of.purchase_fk}\`, amount: settled }`,
    what: 'what a purchase return settles of its purchase is opened once more',
  },
  {
    area: 'costing',
    file: 'domain/costing/layers.ts',
    find: `  for (const { quantity, value } of layers) {`,
    replace: `  for (const { quantity, value } of layers.toReversed()) {`,
    what: 'goods that leave first in, first out cost what the newest layers cost',
  },
  {
    area: 'costing',
    file: 'domain/posting/sale-return.ts',
    find: `  const sold = of.sale_fk !== null && line.sale_line_id !== null;`,
    replace: `  const sold = of.sale_fk !== null && line.sale_line_id === null;`,
    what: 'goods of a sale return come back at the present average instead of the cost of their sale',
  },
  {
    area: 'claims',
    file: 'command-api/claims/level-changes.ts',
    find: `  addAll(before, -1n);`,
    replace: `  addAll(before, after.length > 0 ? -1n : 0n);`,
    what: 'a document that is reversed keeps what it claimed',
  },
  {
    area: 'claims',
    file: 'migrations/functions/claim.level_refusals.sql',
    find: `where l.key = c.key and l.day >= c.day and c.delta < 0 and l.change < 0`,
    replace: `where l.key = c.key and l.day = c.day and c.delta < 0 and l.change < 0`,
    what: 'goods that leave are checked on their own day and on no later one',
  },
  {
    area: 'claims',
    file: 'command-api/http/command.ts',
    find: `  return uuid(\`\${request.person.user_id}:\${String(request.headers['idempotency-key'])}\`, COMMANDS);`,
    replace: `  return uuid(\`\${request.person.user_id}:\${request.id}:\${performance.now()}\`, COMMANDS);`,
    what: 'the idempotency key of a command is ignored',
  },
  {
    area: 'projector',
    file: 'projector/checkpoint/checkpoint.ts',
    find: `c.position = $3 and b.schema`,
    replace: `c.position >= $3 and b.schema`,
    what: 'a checkpoint that another process has moved on is taken for the own one',
  },
  {
    area: 'projector',
    file: 'projector/rows/sums.ts',
    find: `const added = written && amounts.map((amount, index) => amount - defined(written[index]));`,
    replace: `const added = written && [...amounts];`,
    what: 'what a rebuild wrote of a sum in one batch is counted again in a later one',
  },
  {
    area: 'projector',
    file: 'projector/models/books/pools.ts',
    find: `where m.kind = 'movement' and d.is_removed is not true`,
    replace: `where m.kind = 'movement'`,
    what: 'movements that were reversed are still among those of their pool',
  },
  {
    area: 'projector',
    file: 'read-api/reports/known-at.ts',
    find: `case when e.recorded_at <= h.moment then e.position else h.low end`,
    replace: `case when e.recorded_at < h.moment then e.position else h.low end`,
    what: 'an event that was recorded at the very moment of known_at is not known yet',
  },
  {
    area: 'permissions',
    file: 'command-api/http/document-routes.ts',
    find: `permission: \`\${resource}/update\``,
    replace: `permission: \`\${resource}/store\``,
    what: 'whoever may enter a document may also change one',
  },
  {
    area: 'permissions',
    file: 'read-api/lists/document-list.ts',
    find: `      documentScope(person, declaration),`,
    replace: ``,
    what: 'lists of documents show those of outlets that the person was not given',
  },
  {
    area: 'screens',
    file: 'web/shared/document/model/priced-totals.ts',
    find: `    total: printMoney(totals.total),`,
    replace: `    total: printMoney((totals.total - totals.tax) as typeof totals.total),`,
    what: 'the total on the screen of a sale leaves out the tax',
  },
  {
    area: 'screens',
    file: 'web/shared/typing/amount-expression.ts',
    find: `value = value.minus(this.#product());`,
    replace: `value = value.minus(this.sum());`,
    what: '10-4-3 in an amount field is 9',
  },
  {
    area: 'screens',
    file: 'web/shared/document/model/editing.ts',
    find: `draft[table].with(index, { key, fields })`,
    replace: `draft[table].with(index - 1, { key, fields })`,
    what: 'a value that is typed into the grid stands in the line above',
  },
  {
    area: 'screens',
    file: 'web/shared/document/grid/navigation.ts',
    find: `      return direction === 'ltr' ? 'start_side' : 'end_side';`,
    replace: `      return direction === 'rtl' ? 'start_side' : 'end_side';`,
    what: 'the left arrow leads to the right in the grid',
  },
  {
    area: 'screens',
    file: 'web/shared/document/model/use-session.ts',
    find: `session: session ?? new DocumentSession(declaration, fresh, server)`,
    replace: `session: new DocumentSession(declaration, fresh, server)`,
    what: 'a draft that was not saved is gone when its screen is opened again',
  },
];
