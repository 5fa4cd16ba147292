/** docs/commands.md and docs/configuration.md, as their declarations make them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../machine/root.ts';
import { type CommandDeclaration, callOf, GROUP_TITLES, GROUPS, usagesOf } from './command-declaration.ts';
import { COMMAND_DECLARATIONS } from './commands.ts';
import {
  VARIABLE_GROUP_TITLES,
  VARIABLE_GROUPS,
  VARIABLES,
  type VariableDeclaration,
  type VariableGroup,
} from './variables.ts';

const MADE_BY = 'Made by `npm run format` from';

export const PAGES: Readonly<Record<string, () => string>> = {
  'docs/commands.md': commandsPage,
  'docs/configuration.md': configurationPage,
};

export function writePages(): void {
  for (const [file, page] of Object.entries(PAGES)) writeFileSync(join(ROOT, file), page());
}

function commandsPage(): string {
  const groups = GROUPS.map((group) => {
    const rows = COMMAND_DECLARATIONS.filter((command) => command.group === group).flatMap(commandRows);
    return `## ${GROUP_TITLES[group]}\n\n| command | does |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return [
    '# Commands\n',
    `${MADE_BY} \`launcher/reference/commands.ts\`. \`npm start -- --help\` prints the same. Words in capitals are to be`,
    'replaced; options follow `--`, so that npm hands them on.\n',
    groups.join('\n'),
  ].join('\n');
}

function commandRows(command: CommandDeclaration): readonly string[] {
  const usages = usagesOf(command);
  const forms = command.forms.map(({ does }, index) => {
    const see = index === 0 && command.see !== undefined ? ` (${linkTo(command.see)})` : '';
    return row(`\`${usages[index]}\``, `${does}${see}`);
  });
  const call = callOf(command.name);
  const options = (command.options ?? []).map(({ flag, does }) => row(`\`${call} -- … ${flag}\``, does));
  return [...forms, ...options];
}

function configurationPage(): string {
  const groups = VARIABLE_GROUPS.map((group) => {
    const rows = VARIABLES.filter((variable) => variable.group === group).map(variableRow);
    const before = group === 'stores' ? `${SECRETS}\n\n` : '';
    return `## ${VARIABLE_GROUP_TITLES[group]}\n\n${before}${headOf(group)}\n${rows.join('\n')}\n`;
  });
  return [
    '# Configuration\n',
    `${MADE_BY} \`launcher/reference/variables.ts\`. Settings of the business are in its own screens; the environment has`,
    'those of the machine. Each variable is optional, unless its row says otherwise. `npm run doctor` names the variables',
    'that are set, and those whose names look like one of these.\n',
    groups.join('\n'),
  ].join('\n');
}

const SECRETS =
  'Secrets may be in files: `NAME_FILE` replaces a variable with *file*, and `…_PASSWORD_FILE` (such as\n' +
  '`DATABASE_PASSWORD_FILE`) has the password of an address ([secrets](operations.md#secrets)).';

const headOf = (group: VariableGroup): string =>
  VARIABLES.some((variable) => variable.group === group && variable.secret !== undefined)
    ? '| variable | meaning | without it | file |\n| --- | --- | --- | --- |'
    : '| variable | meaning | without it |\n| --- | --- | --- |';

const SECRET_WORDS = { address: 'file, password file', value: 'file' } as const;

function variableRow({ name, does, default: without = '', secret, see, group }: VariableDeclaration): string {
  const meaning = see === undefined ? does : `${does} (${linkTo(see)})`;
  const hasFiles = headOf(group).includes('| file |');
  return row(`\`${name}\``, meaning, without, ...(hasFiles ? [secret === undefined ? '' : SECRET_WORDS[secret]] : []));
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(/ {2,}/g, ' ');

/** `operations.md#secrets` is a link with the words `operations.md, secrets`. */
function linkTo(see: string): string {
  const [page = '', section] = see.replace(/^\.\.\//, '').split('#');
  const words = section === undefined ? page : `${page}, ${section.replaceAll('-', ' ')}`;
  return `[${words}](${see})`;
}
