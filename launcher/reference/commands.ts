/**
 * Every command of `package.json`, with its forms and options: the one declaration of which `--help` and
 * docs/commands.md are made (`npm run format` writes the page).
 */

import type { CommandDeclaration } from './command-declaration.ts';
import { DEVELOPMENT } from './development-commands.ts';

const OPERATION = 'operations.md';
const AUDITING = 'auditing.md';

const BUSINESS: readonly CommandDeclaration[] = [
  {
    name: 'start',
    group: 'business',
    forms: [
      { args: '', does: 'starts all services on one machine and prints the address; Ctrl+C stops them' },
      {
        args: '-- --clock-is-right',
        does: 'confirms the clock once, where the start refuses because the log is ahead of the clock, or long before it',
      },
    ],
    see: 'decisions/0132-a-clock-that-is-ahead.md',
  },
  {
    name: 'demo',
    group: 'business',
    forms: [
      { args: '', does: 'the same in the folder `data-demo`, with a business that has traded for half a year' },
      { args: '-- --seed N --until YYYY-MM-DD', does: 'another half-year; equal values give equal books' },
      { args: '-- --once', does: 'enters the half-year and stops' },
    ],
    options: [
      { flag: '--days N', does: 'fewer days of trade' },
      { flag: '--brands N', does: 'fewer brands, each with 240 items' },
    ],
  },
];

const BOOKS: readonly CommandDeclaration[] = [
  {
    name: 'import',
    group: 'books',
    forms: [
      {
        args: '-- online-retail FILE',
        does:
          'enters the sales of an Online Retail CSV (plain or `.gz`) through the commands that the browser uses, lists ' +
          'the refused rows, and reconciles: file = books + refused. Another file may follow',
      },
    ],
    options: [
      { flag: '--rates FILE', does: 'exchange rates, `date,rate`' },
      { flag: '--fees FILE', does: 'codes that are fees, `code,expense_type`' },
      { flag: '--lanes N', does: 'commands at once; default 8' },
    ],
  },
  {
    name: 'export',
    group: 'books',
    forms: [
      {
        args: '-- everything FILE.zip',
        does: 'writes all lists, documents, balances and attachments as CSV files and workbooks, lists in the headings of the imports',
      },
      { args: '-- hledger', does: 'writes the books as a journal for hledger' },
      { args: '-- beancount', does: 'writes the books as a ledger for Beancount' },
      { args: '-- saft', does: 'writes an audit file in the form of SAF-T' },
      { args: '-- compare', does: 'compares the balances at every month end with those of hledger and Beancount' },
    ],
    options: [
      { flag: '--as-at DAY', does: 'entries up to this day' },
      { flag: '--known-at MOMENT', does: 'as the books were known at this moment or position' },
      { flag: '--out FILE', does: 'writes into a file instead of the standard output' },
    ],
    see: AUDITING,
  },
  {
    name: 'verify',
    group: 'books',
    forms: [
      {
        args: '',
        does: 'checks the log and its seal, the invariants of the books, the claims, and a fresh replay; a line for each check',
      },
    ],
    options: [{ flag: '--without-replay', does: 'leaves out the replay, which takes the longest' }],
    see: AUDITING,
  },
  {
    name: 'seal',
    group: 'books',
    forms: [
      { args: '', does: 'seals the log; `seal/verify.py` checks the seal without Daftar' },
      { args: '-- prove NUMBER', does: 'writes the proof of one document' },
    ],
    options: [
      { flag: '--log', does: 'writes the sealed log beside the seal' },
      { flag: '--out FOLDER', does: 'the folder of the files; it gets the log too' },
    ],
    see: 'seal.md',
  },
];

const OPERATIONS: readonly CommandDeclaration[] = [
  {
    name: 'doctor',
    group: 'operation',
    forms: [
      {
        args: '',
        does:
          'versions, settings, connections, disk, migrations, roles of the database, read models, age of the newest ' +
          'backup, components; the exit code is 1 when there is a fault',
      },
      { args: '-- --json', does: 'the same as one JSON document' },
      { args: '-- --new-secrets', does: 'replaces a lost `secrets.json` of the embedded database' },
      { args: '-- --new-password', does: 'a one-time password for a super user who cannot sign in' },
      { args: '-- set-aside POSITION', does: 'sets an event aside at which a read model has stopped' },
      { args: '-- transition DOCUMENT NAME', does: 'changes the state of a document that lists cannot show' },
      { args: '-- resolve COMMAND', does: 'completes a partly stored command (KurrentDB)' },
    ],
    options: [
      { flag: '--by EMAIL', does: 'who does it: for `set-aside`, `transition` and `resolve`' },
      { flag: '--reason TEXT', does: 'why: for the same three, stored with the event' },
    ],
    see: OPERATION,
  },
  {
    name: 'log',
    group: 'operation',
    forms: [
      {
        args: '-- REQUEST',
        does:
          'prints all that belongs to one request, whose number is in every error message: who, what, why, how long, ' +
          'and what it stored',
      },
    ],
    see: OPERATION,
  },
  {
    name: 'backup',
    group: 'operation',
    forms: [
      { args: '-- FILE', does: 'writes the log, people, settings, pictures and seals into one file while Daftar runs' },
    ],
    see: OPERATION,
  },
  {
    name: 'restore',
    group: 'operation',
    forms: [
      { args: '-- FILE', does: 'restores that file into an empty place' },
      {
        args: '-- FILE --until MOMENT',
        does: 'also what was entered after the backup, from the copy of the log, up to a moment such as `2026-11-28T14:05`, or `now`',
      },
    ],
    options: [{ flag: '--copy FOLDER', does: 'the copy of the log, where it is not beside the backup' }],
    see: 'operations.md',
  },
  {
    name: 'rebuild',
    group: 'operation',
    forms: [
      { args: '', does: 'builds every read model beside the live one, compares, and replaces it' },
      { args: '-- --memory 512', does: 'the same with about as many MiB, for a small machine' },
      { args: '-- claims', does: 'rebuilds claims, numbers and stored answers from the log' },
      { args: '-- claims --accept-loss', does: 'also where the log has lost entries, and names them' },
    ],
    options: [
      { flag: '--accept-differences', does: 'replaces the models although they differ, after a change of rules' },
    ],
    see: OPERATION,
  },
  {
    name: 'migrate',
    group: 'operation',
    forms: [
      {
        args: '',
        does: 'creates the roles and tables of the database and stops; needed before services that may not do so',
      },
    ],
    see: OPERATION,
  },
  {
    name: 'components',
    group: 'operation',
    forms: [
      {
        args: '',
        does:
          'reads the report of *npm audit --omit=dev --json* from its input and prints the last day for updating each ' +
          'vulnerable package',
      },
    ],
    see: 'operations.md#weaknesses-of-components',
  },
];

const serviceOf = (name: string, does: string): CommandDeclaration => ({
  name,
  group: 'services',
  forms: [{ args: '', does }],
  see: OPERATION,
});

const SERVICES: readonly CommandDeclaration[] = [
  serviceOf('command-api', 'from a request to stored events'),
  serviceOf('projector', 'from stored events to read models'),
  serviceOf('read-api', 'lists, reports and history'),
  serviceOf('web', 'the screens, and the gateway to both APIs'),
];

export const COMMAND_DECLARATIONS: readonly CommandDeclaration[] = [
  ...BUSINESS,
  ...BOOKS,
  ...OPERATIONS,
  ...SERVICES,
  ...DEVELOPMENT,
];
