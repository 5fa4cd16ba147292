/**
 * All checks, in order: the log and its seal, the books, the models against each other and against the claims, and the
 * models against a fresh replay of the log. Every check is reported, also when it holds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EventStore } from '../../event-store/port.ts';
import { currentBuild } from '../builds/build.ts';
import { inHeldBuild, isOwn, OtherBuild, untilOwnBuild } from '../builds/own-build.ts';
import { readStops } from '../checkpoint/checkpoint.ts';
import { sentences } from '../checkpoint/stop.ts';
import { ModelsStopped } from '../rebuild/catch-up.ts';
import { compareBuilds } from '../rebuild/compare.ts';
import { type Answer, checkBooks, REMEDIES } from '../rebuild/invariants.ts';
import { withReplay } from '../rebuild/rebuild.ts';
import { type Decision, decisionSentence, readDecisions } from '../set-aside/set-aside.ts';
import { checkAcross } from './across.ts';
import { missingBatches } from './batches.ts';
import { checkClaims, whyNotClaims } from './claims.ts';
import { claimsOfLog } from './claims-of-log.ts';
import { checkCloses } from './closes.ts';
import { checkCosts } from './costs.ts';
import { checkIdentity, checkLog, checkNewestSeal } from './log.ts';
import { checkPictures } from './pictures.ts';
import { checkPreviews } from './previews.ts';

export interface VerifyOptions {
  readonly store: EventStore;
  readonly databaseUrl: string;
  /** URL of the log when it is not in PostgreSQL. */
  readonly eventStoreUrl?: string | undefined;
  readonly dataDir: string;
  /** Whether to replay the whole log into new tables, which takes longest. */
  readonly replay: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /**
   * Milliseconds that the models may take to reach the head of the log before they are compared, default 10 s; and that
   * a rebuild may take to begin when they are those of another version, default 30 s.
   */
  readonly waitsMs?: number;
}

/** True when every check ran, except those that the options exclude, and every invariant holds. */
export async function verify(options: VerifyOptions): Promise<boolean> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar verify',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const report = new Report(options.say);
    await logPart(report, options);
    report.answers([await checkIdentity(client, options)]);
    const onWait = () => options.say('The read models are built anew for this version; waiting for them.');
    const build = await untilOwnBuild(client, { signal: options.signal, waitsMs: options.waitsMs, onWait });
    if (!build) {
      options.say('There are no read models yet: start the projector first.');
      return false;
    }
    const head = await options.store.head();
    const decisions = await readDecisions(options.store);
    setAsidePart(report, decisions);
    const { dataDir, waitsMs = WAITS_MS } = options;
    await modelsPart(report, client, { head, decisions, dataDir, waitsMs });
    if (options.replay) {
      await replayPart(report, options);
      await claimsPart(report, options);
    } else {
      report.notAsked('the models and the claims against a fresh replay (--without-replay)', true);
    }
    return report.close(head);
  } finally {
    await client.end();
  }
}

async function logPart(report: Report, { store, dataDir }: VerifyOptions): Promise<void> {
  report.part('The log');
  report.answers(await checkLog(store));
  const sealed = await checkNewestSeal(store, dataDir);
  if (sealed) report.answers([sealed]);
  else report.notAsked('the seal: none was kept yet (npm run seal)', true);
}

/** Reports events that are set aside. They fail no check, because a person decided it. */
function setAsidePart(report: Report, decisions: readonly Decision[]): void {
  if (decisions.length === 0) return;
  report.part('Events that are set aside');
  for (const decision of decisions) report.note(decisionSentence(decision));
}

const WAITS_MS = 10_000;

interface Reached {
  /** The end of the log, which all models should reach. */
  readonly head: bigint;
  readonly decisions: readonly Decision[];
  readonly dataDir: string;
  readonly waitsMs: number;
}

const EVERY_EVENT = 'every model can process every event';
const OF_ANOTHER = 'they are those of another version ("npm run doctor" says why they are not built anew)';

async function modelsPart(report: Report, client: pg.Client, reached: Reached): Promise<void> {
  await waitFor(client, reached);
  try {
    await inHeldBuild(client, ({ schema }) => heldPart(report, client, schema, reached));
  } catch (error) {
    if (!(error instanceof OtherBuild)) throw error;
    report.part('The books, and the models with each other and with the claims');
    const current = await currentBuild(client);
    const stops = current ? await readStops(client, current.schema) : [];
    if (stops.length > 0) report.answers([{ name: EVERY_EVENT, findings: sentences(stops) }]);
    report.notAsked(OF_ANOTHER, false);
  }
}

async function heldPart(
  report: Report,
  client: pg.Client,
  schema: string,
  { head, decisions, dataDir }: Reached,
): Promise<void> {
  report.part('The books (docs/accounting.md, section 7)');
  report.answers([...(await checkBooks(client, schema)), await checkCosts(client, schema)]);
  report.part('The models with each other, and with the claims');
  const stops = await readStops(client, schema);
  if (stops.length > 0) report.answers([{ name: EVERY_EVENT, findings: sentences(stops) }]);
  if (!(await allAt(client, schema, head))) {
    report.notAsked('they have not seen the same events (is the projector running, is somebody working?)', false);
    return;
  }
  const across = await checkAcross(client, schema);
  report.answers(across);
  for (const note of await missingBatches(client, schema)) report.note(note);
  const closes = await checkCloses(client, schema);
  report.answers([await checkPreviews(client, schema), closes]);
  for (const note of closes.notes) report.note(note);
  const because = await whyNotClaims(client);
  const claims = because === undefined ? await checkClaims(client, schema) : [];
  if (because !== undefined) report.notAsked(`the claims: ${because}`, false);
  report.answers(claims);
  const differ = [...across, ...claims].some(({ findings }) => findings.length > 0);
  if (differ) explainClaims(report, decisions);
  report.part('The pictures');
  const pictures = await checkPictures(client, { schema, dataDir });
  report.answers(pictures.answers);
  for (const note of pictures.notes) report.note(note);
}

function explainClaims(report: Report, decisions: readonly Decision[]): void {
  for (const stream of new Set(decisions.map((decision) => decision.stream))) {
    report.note(
      `${stream} keeps what it has claimed until it is returned to draft, reversed or discarded (docs/operations.md)`,
    );
  }
}

async function replayPart(report: Report, options: VerifyOptions): Promise<void> {
  report.part('The models, and the same models from the first event');
  const { store, databaseUrl, signal, say } = options;
  const onProgress = (line: string) => say(`        ${line}`);
  try {
    await withReplay({ store, databaseUrl, signal, onProgress }, async ({ client, build, position, events }) => {
      // The lock of the replay keeps this build from being replaced or dropped.
      const current = await currentBuild(client);
      const name = `every table is what a replay of ${events} events gives, row by row`;
      if (!isOwn(current)) report.notAsked(`${name}: ${OF_ANOTHER}`, false);
      else report.answers([{ name, findings: await compareBuilds(client, current.schema, build.schema, position) }]);
      report.answers(
        (await checkBooks(client, build.schema))
          .filter((answer) => answer.findings.length > 0)
          .map(({ name, findings: broken }) => ({ name: `replayed: ${name}`, findings: broken })),
      );
    });
  } catch (error) {
    if (!(error instanceof ModelsStopped)) throw error;
    report.answers([{ name: 'every event of the log can be replayed', findings: sentences(error.stops) }]);
  }
}

async function claimsPart(report: Report, options: VerifyOptions): Promise<void> {
  report.part('The claims, and the same claims from the first event');
  const compared = await claimsOfLog(options);
  if ('because' in compared) return report.notAsked(`the claims against a fresh replay: ${compared.because}`, false);
  report.answers(compared.answers);
  if (compared.answers.some(({ findings }) => findings.length > 0)) {
    report.note('"npm run rebuild -- claims" makes the claims again from the log');
  }
}

class Report {
  readonly #say: (line: string) => void;
  #asked = 0;
  #broken = 0;
  #incomplete = false;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  part(title: string): void {
    this.#say(title);
  }

  answers(answers: readonly Answer[]): void {
    for (const { name, findings, remedy } of answers) {
      this.#asked += 1;
      this.#say(`  ${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
      for (const finding of findings) this.#say(`            ${finding}`);
      if (findings.length > 0 && remedy) this.#say(`            to correct it: ${REMEDIES[remedy]}`);
      if (findings.length > 0) this.#broken += 1;
    }
  }

  /** Prints a line that is not the result of a check. */
  note(line: string): void {
    this.#say(`  note    ${line}`);
  }

  notAsked(what: string, onPurpose: boolean): void {
    this.#say(`  not asked  ${what}`);
    if (!onPurpose) this.#incomplete = true;
  }

  close(head: bigint): boolean {
    const left = this.#incomplete ? ' Not everything could be asked.' : '';
    if (this.#broken > 0) this.#say(`${this.#broken} of ${this.#asked} do not hold, at position ${head}.${left}`);
    else this.#say(`All ${this.#asked} hold, at position ${head}.${left}`);
    return this.#broken === 0 && !this.#incomplete;
  }
}

/** Waits until the models of the readers, whichever build they use meanwhile, are at the head of the log. */
async function waitFor(client: pg.Client, { head, waitsMs }: Reached): Promise<void> {
  const until = performance.now() + waitsMs;
  for (;;) {
    const build = await currentBuild(client);
    if (!isOwn(build) || (await allAt(client, build.schema, head))) return;
    // A stopped model continues only after a person's decision, so waiting is useless.
    if (performance.now() > until || (await readStops(client, build.schema)).length > 0) return;
    await sleep(200);
  }
}

/** Whether every model is at `head`. */
async function allAt(client: pg.Client, schema: string, head: bigint): Promise<boolean> {
  const { rows } = await client.query<{ position: string }>(
    'select distinct position from projection.checkpoint where schema = $1',
    [schema],
  );
  return rows.length === 1 && BigInt(rows[0]?.position ?? -1) === head;
}
