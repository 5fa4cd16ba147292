/** The commands that a README names, in its code blocks, its text and its table of commands. */

/** Each command once, as it is typed: `npm start`, `npm run export -- saft`. `a|b` after `--` is two commands. */
export function commandsOf(readme: string): readonly string[] {
  const found: string[] = [];
  for (const [, block = ''] of readme.matchAll(/^```\w*\n(.*?)^```/gms)) {
    found.push(...block.split('\n').map((line) => line.replace(/ #.*$/, '').trim()));
  }
  const text = readme.replace(/^```\w*\n.*?^```/gms, '');
  for (const line of text.split('\n')) found.push(...(line.startsWith('|') ? rowCommands(line) : spansOf(line)));
  return [...new Set(found.filter((command) => /^([A-Z_]+=\S+ )*(npm|npx) /.test(command)).flatMap(eachOf))];
}

const spansOf = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/**
 * The commands of a row of a table: further names in the first cell are commands too, and options in the second cell
 * belong to the first command.
 */
function rowCommands(row: string): readonly string[] {
  const [first = '', ...rest] = row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\\|', '|'));
  const [command = '', ...names] = spansOf(first);
  const others = rest.flatMap(spansOf);
  if (!command.startsWith('npm ')) return [...spansOf(first), ...others];
  const call = command.split(' -- ')[0];
  const options = others
    .filter((span) => span.startsWith('--'))
    .map((span) => `${call} -- ${span.replace(/^-- /, '')}`);
  return [command, ...names.map((name) => (name.startsWith('npm ') ? name : `npm run ${name}`)), ...others, ...options];
}

/** `export -- hledger|saft` is two commands. */
function eachOf(command: string): readonly string[] {
  const [call, given] = command.split(' -- ');
  if (given === undefined) return [command];
  const [choices = '', ...more] = given.split(' ');
  return choices.split('|').map((choice) => `${call} -- ${[choice, ...more].join(' ')}`);
}
