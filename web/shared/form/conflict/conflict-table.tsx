/** A table of conflicting fields: both values side by side, one choice for each. */
import type { ReactNode } from 'react';

export interface ConflictingField {
  readonly path: string;
  /** Its label on the screen. */
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface ConflictTableProps {
  /** Column headings. */
  readonly heads: Readonly<Record<'field' | 'mine' | 'theirs', string>>;
  readonly fields: readonly ConflictingField[];
  /** Paths of fields with their value chosen. */
  readonly theirs: readonly string[];
  readonly onChange: (theirs: readonly string[]) => void;
}

export function ConflictTable({ heads, fields, theirs, onChange }: ConflictTableProps) {
  const choose = (path: string, whose: 'mine' | 'theirs') =>
    onChange(whose === 'theirs' ? [...theirs, path] : theirs.filter((other) => other !== path));
  return (
    <table className="w-full">
      <thead>
        <tr className="text-xs text-ink-muted">
          {[heads.field, heads.mine, heads.theirs].map((words) => (
            <th key={words} scope="col" className="py-1 font-medium">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.path} className="border-t border-edge align-top">
            <th scope="row" className="py-2 pe-3 text-ink-muted">
              {field.label}
            </th>
            {(['mine', 'theirs'] as const).map((whose) => (
              <td key={whose} className="py-2 pe-3">
                <label className="flex gap-2">
                  <input
                    type="radio"
                    name={`conflict-${field.path}`}
                    checked={(whose === 'theirs') === theirs.includes(field.path)}
                    onChange={() => choose(field.path, whose)}
                    className="mt-0.5 size-4 accent-accent"
                  />
                  <bdi className="break-words">{field[whose]}</bdi>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
