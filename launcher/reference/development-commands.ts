/** The commands for whoever changes Daftar. */
import type { CommandDeclaration } from './command-declaration.ts';

const TESTING = 'testing.md';

export const DEVELOPMENT: readonly CommandDeclaration[] = [
  {
    name: 'test',
    group: 'development',
    forms: [
      {
        args: '',
        does:
          'types, style, tests and twelve journeys through the browser, on a database of its own; lists the tests that ' +
          'did not run, with the reason',
      },
      { args: '-- --changed', does: 'the tests that the changes since the last commit can affect' },
      { args: '-- --profile', does: 'the same as `npm test`, with a table of the time spent' },
    ],
    see: TESTING,
  },
  {
    name: 'test:all',
    group: 'development',
    forms: [
      { args: '', does: 'every test of every file; goes on where it was stopped' },
      { args: '-- --again', does: 'the same from the beginning' },
      { args: '-- --part 2/4', does: 'the second quarter of the files' },
    ],
    see: TESTING,
  },
  {
    name: 'test:nightly',
    group: 'development',
    forms: [
      {
        args: '',
        does: 'all tests with full samples and another seed, all screens in Firefox, all measurements at full size',
      },
    ],
    see: TESTING,
  },
  {
    name: 'test:under-load',
    group: 'development',
    forms: [{ args: '', does: 'the tests beside two processes that use all of the CPU' }],
    see: TESTING,
  },
  {
    name: 'test:mutants',
    group: 'development',
    forms: [
      {
        args: '',
        does:
          'makes over a thousand small errors in the domain and in the SQL of the claims, one at a time, and prints the ' +
          'share that the tests catch, and the others',
      },
    ],
    options: [{ flag: '--raise', does: 'stores a share that has risen' }],
    see: 'testing.md#errors-that-tests-must-catch',
  },
  {
    name: 'check',
    group: 'development',
    forms: [{ args: '', does: 'types, style and the tidy test only' }],
    see: TESTING,
  },
  {
    name: 'format',
    group: 'development',
    forms: [
      { args: '', does: 'formats every file, sorts imports, and writes the pages that are made from declarations' },
    ],
  },
  {
    name: 'bench',
    group: 'development',
    forms: [
      { args: '', does: 'lists the measurements' },
      { args: '-- append', does: 'runs one of them' },
    ],
    options: [{ flag: '--size 0.01', does: 'a hundredth of its size' }],
    see: '../bench/README.md',
  },
  {
    name: 'gallery',
    group: 'development',
    forms: [
      {
        args: '',
        does:
          'pictures of every screen and paper in three languages, two themes and three widths, side by side in ' +
          '`gallery/index.html`',
      },
    ],
    options: [
      { flag: '--languages en,ar,ckb', does: 'some of the languages' },
      { flag: '--themes light,dark', does: 'one of the themes' },
      { flag: '--widths 1440,390', does: 'widths in pixels' },
      { flag: '--only /sales,/print/', does: 'screens whose address contains one of these' },
      { flag: '--days N', does: 'days of trade of its business; default 14' },
      { flag: '--out FOLDER', does: 'default `gallery`' },
      { flag: '--at ADDRESS', does: 'a running Daftar instead of a business of its own' },
      { flag: '--email EMAIL', does: 'who signs in there' },
      { flag: '--password PASSWORD', does: 'with this password' },
      { flag: '--readme', does: 'the pictures of README.md only, into `docs/pictures`' },
    ],
    see: TESTING,
  },
  {
    name: 'torture',
    group: 'development',
    forms: [
      {
        args: '',
        does:
          'kills processes, cuts connections, runs races, fills the disk and sends hostile requests to a business of ' +
          'its own, then verifies it',
      },
      { args: '-- --long', does: 'the same for hours' },
    ],
    options: [{ flag: '--size 0.1', does: 'fewer rounds' }],
    see: TESTING,
  },
];
