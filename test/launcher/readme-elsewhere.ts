/** Declared commands that other tests run than `readme.all.test.ts`. */
interface Elsewhere {
  /** A test of the repository, and the text in it that runs the command. */
  readonly file: string;
  readonly text: string;
  readonly why: string;
}

export const ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  'npm run demo': {
    file: 'test/demo/same-seed.all.test.ts',
    text: "openDemo('--days', '3'",
    why: 'days of trade are entered, then it is ready, and stops',
  },
  'npm run demo -- --seed N --until YYYY-MM-DD': {
    file: 'test/demo/same-seed.all.test.ts',
    text: "'--seed', seed",
    why: 'the events of two seeds are compared',
  },
  'npm run demo -- --once': {
    file: 'test/demo/demo.all.test.ts',
    text: "openDemo('--once'",
    why: 'half a year is entered',
  },
  'npm run components': {
    file: 'test/launcher/components.test.ts',
    text: "[RUN, 'components']",
    why: 'a report is given to it there',
  },
  'npm run migrate': {
    file: 'test/launcher/service-roles.all.test.ts',
    text: "run('migrate'",
    why: 'services that may not migrate wait for it there',
  },
  'npm start -- --clock-is-right': {
    file: 'test/launcher/clock-state.test.ts',
    text: "clockCheckOf(['--clock-is-right'])",
    why: 'it needs a log that is ahead of the clock',
  },
  'npm run rebuild -- claims --accept-loss': {
    file: 'test/projector/claims-from-log.test.ts',
    text: 'rebuildClaims({ ...lossy, acceptsLoss: true })',
    why: 'it needs a log that has lost entries',
  },
  'npm run rebuild -- claims': {
    file: 'test/launcher/kurrentdb.all.test.ts',
    text: "['rebuild', 'claims']",
    why: 'a PostgreSQL is lost there',
  },
  'npm run doctor -- resolve COMMAND': {
    file: 'test/launcher/kurrentdb.all.test.ts',
    text: "['doctor', 'resolve', id",
    why: 'only with a log in KurrentDB',
  },
  'npm run doctor -- --new-secrets': {
    file: 'test/launcher/new-secrets.all.test.ts',
    text: 'newSecrets(',
    why: 'it needs an embedded database whose secrets are lost',
  },
  'npm test': { file: '.ci/run', text: 'exec npm test', why: 'it is what runs this test' },
  'npm run restore -- FILE --until MOMENT': {
    file: 'test/backup/log-copy.test.ts',
    text: 'restoreUntil(',
    why: 'it needs entries that are newer than the backup',
  },
  'npm run format': {
    file: 'test/launcher/reference.test.ts',
    text: 'PAGES',
    why: 'it writes into the repository; its pages are compared there',
  },
  'npm run check': { file: '.ci/run', text: 'npm test', why: 'npm test makes the same checks' },
  'npm test -- --changed': {
    file: 'test/launcher/reach.test.ts',
    text: 'testsReachedBy',
    why: 'it chooses files for npm test',
  },
  'npm test -- --profile': {
    file: 'test/launcher/profile.test.ts',
    text: 'Profile',
    why: 'it is npm test with a reporter',
  },
  'npm run test:all': { file: 'tools/suite/test.ts', text: 'testAll', why: 'it runs every test, this one too' },
  'npm run test:all -- --again': { file: 'tools/suite/test.ts', text: "'--again'", why: 'the same' },
  'npm run test:all -- --part 2/4': {
    file: 'test/launcher/rings.test.ts',
    text: "partOf(files, '2/4')",
    why: 'a quarter of every test',
  },
  'npm run test:nightly': { file: 'tools/suite/test.ts', text: 'nightly', why: 'hours' },
  'npm run gallery': {
    file: 'test/browser/gallery.all.test.ts',
    text: 'show(place',
    why: 'some of its pictures are taken there',
  },
  'npm run torture -- --long': { file: 'bench/torture/run.ts', text: 'LONG', why: 'hours' },
  'npm run torture': {
    file: 'test/bench/torture.all.test.ts',
    text: 'tortured(',
    why: 'every ordeal is run there, small',
  },
  'npm run test:under-load': {
    file: 'tools/suite/test.ts',
    text: 'underLoad',
    why: 'it is npm test on a busy machine',
  },
  'npm run doctor -- set-aside POSITION': {
    file: 'test/browser/stopped-models.all.test.ts',
    text: 'set-aside',
    why: 'it needs a model that is stopped',
  },
  'npm run doctor -- transition DOCUMENT NAME': {
    file: 'test/browser/stopped-models.all.test.ts',
    text: 'transition',
    why: 'it needs a document that the lists do not show',
  },
  'npm run test:mutants': {
    file: 'test/mutants/mutants.test.ts',
    text: 'triedInDomain(',
    why: 'many minutes; a few of its errors are tried there',
  },
};
