/** What `--help` prints. */
import { type CommandDeclaration, callOf, GROUP_TITLES, GROUPS, usagesOf } from './command-declaration.ts';
import { COMMAND_DECLARATIONS } from './commands.ts';
import { VARIABLE_GROUP_TITLES, VARIABLE_GROUPS, VARIABLES } from './variables.ts';

/** All commands with their forms, and the names of all variables. */
export function overview(): string {
  const groups = GROUPS.map((group) => {
    const commands = COMMAND_DECLARATIONS.filter((command) => command.group === group);
    return `${GROUP_TITLES[group]}\n${commands.flatMap(formLines).join('\n')}`;
  });
  const variables = VARIABLE_GROUPS.filter((group) => group !== 'tests' && group !== 'internal').map((group) => {
    const names = VARIABLES.filter((variable) => variable.group === group).map(({ name }) => `  ${name}`);
    return `${VARIABLE_GROUP_TITLES[group]}\n${names.join('\n')}`;
  });
  return [
    ...groups,
    'A command with `-- --help` prints its options.',
    `Variables of the environment (docs/configuration.md)\n\n${variables.join('\n')}`,
  ].join('\n\n');
}

/** One command with its options; undefined for an unknown name. */
export function helpOf(name: string): string | undefined {
  const command = COMMAND_DECLARATIONS.find((declared) => declared.name === name);
  if (!command) return undefined;
  const options = (command.options ?? []).map(({ flag, does }) => line(`  ${flag}`, does));
  return [
    ...formLines(command),
    ...(options.length > 0 ? ['', `Options, after ${callOf(name)} --`, ...options] : []),
    ...(command.see === undefined ? [] : ['', `More: ${`docs/${command.see}`.replace('docs/../', '')}`]),
  ].join('\n');
}

function formLines(command: CommandDeclaration): readonly string[] {
  return usagesOf(command).map((usage, index) => line(`  ${usage}`, command.forms[index]?.does ?? ''));
}

/** Characters before the second column. */
const COLUMN = 34;

function line(first: string, does: string): string {
  const words = does.replaceAll('`', '').replaceAll('*', '');
  return first.length + 2 > COLUMN ? `${first}\n${' '.repeat(COLUMN)}${words}` : `${first.padEnd(COLUMN)}${words}`;
}
