/** A new document that begins as an earlier one of its kind, for what is typed each month: pay, rent, journals. */
import type { EditorDeclaration, FieldDeclaration } from './declaration.ts';
import type { Draft, Fields, Line } from './draft.ts';

/** Fields that belong to one document, whatever its kind. */
const OWN = ['reference_number', 'time', 'repayment', 'rate', 'rate_fk'];

/** Days, rates and references stay those of the new document; lines are new ones. */
export function copied(declaration: EditorDeclaration, from: Draft, into: Draft): Draft {
  const { header, details, columns, costs = [], identity } = declaration;
  let key = Math.max(0, ...[...into.lines, ...into.costs].map((line) => line.key));
  const linesOf = (lines: readonly Line[], fields: readonly FieldDeclaration[], id: string | undefined): Line[] =>
    lines.map((line) => {
      key += 1;
      const { [id ?? '']: _id, ...copy } = line.fields;
      return { key, fields: without(copy, ownOf(fields)) };
    });
  const kept = ownOf([...header, ...details]);
  return {
    header: { ...into.header, ...without(from.header, kept, 'left out') },
    lines: linesOf(from.lines, columns, identity.lines),
    costs: linesOf(from.costs, costs, identity.costs),
  };
}

const ownOf = (fields: readonly FieldDeclaration[]): readonly string[] => [
  ...OWN,
  ...fields.flatMap(({ field, kind }) => (kind === 'date' || kind === 'rate' || kind === 'time' ? [field] : [])),
];

/** With these fields empty, or left out. */
function without(fields: Fields, names: readonly string[], how: 'empty' | 'left out' = 'empty'): Fields {
  const entries = Object.entries(fields);
  if (how === 'left out') return Object.fromEntries(entries.filter(([name]) => !names.includes(name)));
  return Object.fromEntries(entries.map(([name, value]) => [name, names.includes(name) ? null : value]));
}
