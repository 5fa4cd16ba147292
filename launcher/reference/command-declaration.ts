/** How a command is declared: its forms and options, and how they are typed. */

export interface Form {
  /** What follows the name, `-- FILE`; empty for the command alone. Capitals are to be replaced. */
  readonly args: string;
  readonly does: string;
}

export interface Option {
  /** `--rates FILE` */
  readonly flag: string;
  readonly does: string;
}

export interface CommandDeclaration {
  /** The script of package.json. */
  readonly name: string;
  readonly group: Group;
  /** The command alone first, where it exists. */
  readonly forms: readonly [Form, ...Form[]];
  readonly options?: readonly Option[];
  /** A page and section below docs/. */
  readonly see?: string;
}

export const GROUPS = ['business', 'books', 'operation', 'services', 'development'] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_TITLES: Readonly<Record<Group, string>> = {
  business: 'To start',
  books: 'For the books',
  operation: 'For the operation',
  services: 'Single services',
  development: 'For development',
};

/** `npm start`, `npm test`, `npm run backup`. */
export const callOf = (name: string): string => (/^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`);

/** Each form as it is typed: `npm run backup -- FILE`. */
export const usagesOf = ({ name, forms }: CommandDeclaration): readonly string[] =>
  forms.map(({ args }) => `${callOf(name)} ${args}`.trim());
