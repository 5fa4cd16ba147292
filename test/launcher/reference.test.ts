/**
 * Commands, options and variables are declared once: the pages of docs/, `--help` and `npm run doctor` are made of the
 * declaration, and what the code reads is declared.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../launcher/machine/root.ts';
import { usagesOf } from '../../launcher/reference/command-declaration.ts';
import { COMMAND_DECLARATIONS } from '../../launcher/reference/commands.ts';
import { helpOf, overview } from '../../launcher/reference/help.ts';
import { PAGES } from '../../launcher/reference/pages.ts';
import { describeSettings } from '../../launcher/reference/settings-state.ts';
import { KNOWN_NAMES, VARIABLES } from '../../launcher/reference/variables.ts';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';
import { SCRIPTS } from './readme-programs.ts';

const RUN = join(ROOT, 'launcher', 'run.mjs');
const sources = sourceFiles()
  .filter((file) => !file.startsWith('launcher/reference/'))
  .map((file) => ({ file, text: sourceOf(file) }));

const allOf = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

it.each(Object.entries(PAGES))('%s is what its declaration makes; `npm run format` writes it', (file, page) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(page());
});

describe('commands', () => {
  it('are declared as package.json has them', () => {
    expect(COMMAND_DECLARATIONS.map(({ name }) => name).sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  /** Options as `parseArgs` and comparisons of arguments read them. */
  const optionsIn = (text: string): readonly string[] => [
    ...(text.includes('parseArgs(')
      ? allOf(/(?<![\w'-])'?([a-z-]+)'?: \{ type: '(?:string|boolean)'/g, text).map((name) => `--${name}`)
      : []),
    ...allOf(/(?:includes\(|indexOf\(|\bget\(|[=!]== |= )'(--[a-z-]+)(?:=?')/g, text),
  ];
  const ofCommands = sources.filter(({ file }) => /^(?!test\/|web\/)|^test\/mutants\/main\.ts/.test(file));
  /** Of programs that are started by a command, and not by a person. */
  const PRIVATE = ['--one-by-one'];

  it('have no option that is read and not declared, and none that is declared and not read', () => {
    const declared = COMMAND_DECLARATIONS.flatMap((command) => [
      ...usagesOf(command).flatMap((usage) => allOf(/(--[a-z][a-z-]*)/g, usage)),
      ...(command.options ?? []).map(({ flag }) => flag.split(' ')[0] ?? ''),
    ]);
    const read = ofCommands.flatMap(({ text }) => optionsIn(text));
    const known = new Set([...declared, ...PRIVATE, '--help']);
    expect([...new Set(read)].filter((option) => !known.has(option))).toEqual([]);
    expect(declared.filter((option) => !read.includes(option))).toEqual([]);
  });
});

describe('variables', () => {
  /** Of the system and of Vite. */
  const OF_OTHERS = new Set(['PATH', 'HOME', 'NODE_ENV', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'MODE']);
  const READS = [
    /\b(?:env|environment)\??\.?\[\s*['"]([A-Z][A-Z0-9_]+)['"]\s*\]/g,
    /\bprocess\.env\.([A-Z][A-Z0-9_]+)/g,
    /\brequired\(environment, '([A-Z_]+)'/g,
    /'([A-Z]+(?:_[A-Z]+)*_(?:URL|FILE|TOKEN|DIR|SECRET|PATH))'/g,
  ];
  const destructuredIn = (text: string): readonly string[] =>
    allOf(/\{([^{}]*)\}(?:: [^=;\n]+)? = (?:process\.env|environment)\b/g, text)
      .concat(allOf(/\{([^{}]*)\}: (?:NodeJS\.ProcessEnv|Readonly<Record<string, string \| undefined>>)/g, text))
      .flatMap((names) => allOf(/(?:^|,)\s*([A-Z][A-Z0-9_]+)\b/g, names));
  const readIn = (text: string): readonly string[] => [
    ...READS.flatMap((pattern) => allOf(pattern, text)),
    ...destructuredIn(text),
  ];

  it('are found however they are read', () => {
    const text = [
      "const a = process.env['A_ONE'] ?? environment['A_TWO'] ?? process.env.A_THREE;",
      "const { A_FOUR, A_FIVE: five = 'x' } = process.env;",
      "required(environment, 'A_SIX'); const seven = 'A_SEVEN_URL';",
    ].join('\n');
    expect(readIn(text).toSorted()).toEqual(
      ['A_FIVE', 'A_FOUR', 'A_ONE', 'A_SEVEN_URL', 'A_SIX', 'A_THREE', 'A_TWO'].toSorted(),
    );
  });

  it('that are read are declared', () => {
    const wrong = sources
      // Programs that a test writes for itself.
      .filter(({ file }) => !/^test\/(launcher\/(programs|reference)|api-document)|\.d\.ts$/.test(file))
      .flatMap(({ file, text }) => readIn(text).map((name) => ({ file, name })))
      .filter(({ name }) => !KNOWN_NAMES.has(name) && !OF_OTHERS.has(name))
      .map(({ file, name }) => `${file} reads ${name}`);
    expect(wrong).toEqual([]);
  });

  it('that are declared are read', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(VARIABLES.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
  });
});

describe('--help', () => {
  it('prints every form of every command, and the variables', () => {
    const text = overview();
    for (const command of COMMAND_DECLARATIONS) for (const usage of usagesOf(command)) expect(text).toContain(usage);
    expect(text).toContain('DATABASE_URL');
    expect(text).not.toContain('TEST_RING');
  });

  it('of one command prints its options and its page', () => {
    expect(helpOf('restore')).toMatch(/npm run restore -- FILE --until MOMENT.*--copy FOLDER.*docs\/operations\.md/s);
    expect(helpOf('bench')).toContain('More: bench/README.md');
    expect(helpOf('nothing')).toBeUndefined();
  });

  it.each([
    [['--help'], 'npm start'],
    [['backup', '--help'], 'npm run backup -- FILE'],
    [['doctor', '-h'], 'npm run doctor -- set-aside POSITION'],
  ])('is answered by the launcher: %s', (args, text) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(text);
  });
});

describe('the settings that `npm run doctor` prints', () => {
  it('are names, and no values', () => {
    expect(describeSettings({})).toBe('no variable is set');
    expect(describeSettings({ PORT: '', PATH: '/bin' })).toBe('no variable is set');
    expect(describeSettings({ JWT_SECRET: 'hidden', DATABASE_PASSWORD_FILE: '/run/it', TEST_RING: 'all' })).toBe(
      'set: DATABASE_PASSWORD_FILE, JWT_SECRET',
    );
  });

  it.each([
    ['BACKUP_DIRS', 'BACKUP_DIR'],
    ['REQUEST_PER_MINUTE', 'REQUESTS_PER_MINUTE'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATABASE_PASWORD_FILE', 'DATABASE_PASSWORD_FILE'],
  ])('%s has no effect, and doctor says which variable has', (wrong, meant) => {
    expect(() => describeSettings({ [wrong]: 'x' })).toThrow(`${wrong} has no effect; ${meant} has`);
  });

  it.each([
    'HOSTNAME',
    'LOGNAME',
    'DATA',
    'MY_DATABASE_URL_OLD',
    'npm_config_cache',
    'REDIS_PORT',
    'READ_API_PORT',
    'HTTP_PROXY',
  ])('leaves %s, which is of another program', (name) => {
    expect(describeSettings({ [name]: 'x' })).toBe('no variable is set');
  });
});
