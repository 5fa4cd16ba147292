/** Reads a whole backup and compares its content with its header and its table of contents. */
import { Type } from 'typebox';
import { checked } from '../domain/schemas/checked.schema.ts';
import { leafHash, MerkleTree } from '../seal/tree.ts';
import type { Passphrase } from './stored/age.ts';
import { contentOf, type Entry, readArchive } from './stored/archive.ts';
import { readEventLine } from './stored/event-lines.ts';
import { CONTENTS, type Contents, HEADER, type Header, readContents, readHeader } from './stored/format.ts';
import { BackupDamaged, BackupRefused } from './stored/refused.ts';

export interface Checked {
  readonly header: Header;
  readonly contents: Contents;
  /** Last position of its newest seal; undefined without a seal that can be read. */
  readonly sealedUntil: string | undefined;
  /** The contradiction between the log and that seal. The backup itself is complete: it contains the log as it was. */
  readonly sealProblem: string | undefined;
  /** Line of its last event; undefined without events. */
  readonly lastLine: string | undefined;
}

/**
 * Throws BackupRefused for a file that is no backup or that is of a newer Daftar, BackupLocked for one that the passphrase
 * does not open, and BackupDamaged for a backup that is
 * truncated or changed, or whose events are not in order or differ in number from the table of contents.
 */
export async function checkBackup(
  file: string,
  knownMigrations: readonly string[],
  passphrase?: Passphrase | undefined,
): Promise<Checked> {
  let check: Check | undefined;
  for await (const entry of readArchive(file, passphrase)) {
    if (!check) {
      if (entry.name !== HEADER) throw new BackupRefused(`${file} is not a backup of Daftar.`);
      check = new Check(file, readHeader(file, (await contentOf(entry)).toString(), knownMigrations));
    } else {
      await check.entry(entry);
    }
  }
  if (!check) throw new BackupRefused(`${file} is not a backup of Daftar.`);
  return check.end();
}

/** Reads only the beginning of the file. */
export async function headerOf(
  file: string,
  knownMigrations: readonly string[],
  passphrase: Passphrase | undefined,
): Promise<Header> {
  for await (const entry of readArchive(file, passphrase)) {
    if (entry.name === HEADER) return readHeader(file, (await contentOf(entry)).toString(), knownMigrations);
    break;
  }
  throw new BackupRefused(`${file} is not a backup of Daftar.`);
}

const sealHeadLine = checked(
  'the seal',
  Type.Object({ events: Type.Integer(), last_position: Type.String(), root: Type.String() }),
);
type SealHead = ReturnType<typeof sealHeadLine.read>;

class Check {
  readonly #file: string;
  readonly #header: Header;
  readonly #tree = new MerkleTree();
  #contents: Contents | undefined;
  #seal: SealHead | undefined;
  #sealProblem: string | undefined;
  #seals = 0;
  #pictures = 0;
  #papers = 0;
  #last = 0n;
  #lastLine: string | undefined;

  constructor(file: string, header: Header) {
    this.#file = file;
    this.#header = header;
  }

  async entry(entry: Entry): Promise<void> {
    const { name } = entry;
    if (name === CONTENTS) this.#contents = readContents(this.#file, (await contentOf(entry)).toString());
    else if (name.startsWith('log/')) this.#log(name, (await contentOf(entry)).toString());
    else if (name.startsWith('seals/')) await this.#readSeal(entry);
    else if (name.startsWith('attachments/')) {
      // The small version of a picture follows it.
      const isSmall = name.endsWith('-small');
      this.#pictures += isSmall ? 1 : 0;
      this.#papers += isSmall ? -1 : 1;
    }
  }

  #log(name: string, text: string): void {
    for (const line of text.trimEnd().split('\n')) {
      let position: bigint;
      try {
        ({ position } = readEventLine(line));
      } catch (error) {
        throw this.#damaged(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (position <= this.#last) throw this.#damaged(`event ${position} comes after event ${this.#last}`);
      this.#last = position;
      this.#lastLine = line;
      this.#tree.add(leafHash(line));
      const seal = this.#seal;
      if (seal?.events !== this.#tree.size) continue;
      if (seal.last_position !== String(position) || seal.root !== this.#tree.root()) {
        this.#sealProblem = `the events up to ${seal.last_position} are not those that were sealed`;
      }
    }
  }

  /** The newest seal is the last one. Its first line describes the whole log; each further line is a day. */
  async #readSeal({ content }: Entry): Promise<void> {
    let text = '';
    for await (const chunk of content) {
      text += chunk.toString();
      if (text.includes('\n')) break;
    }
    this.#seals += 1;
    this.#seal = sealHead(text.split('\n', 1)[0] ?? '');
  }

  end(): Checked {
    const contents = this.#contents;
    if (!contents) throw this.#damaged(`it has no ${CONTENTS}`);
    const found = {
      events: this.#tree.size,
      pictures: this.#pictures,
      ...(contents.papers === undefined ? {} : { papers: this.#papers }),
      seals: this.#seals,
      last: String(this.#last),
    };
    const stated = {
      events: contents.events,
      pictures: contents.pictures,
      ...(contents.papers === undefined ? {} : { papers: contents.papers }),
      seals: contents.seals,
      last: this.#header.head,
    };
    if (JSON.stringify(found) !== JSON.stringify(stated)) {
      throw this.#damaged(`it holds ${JSON.stringify(found)} and states ${JSON.stringify(stated)}`);
    }
    if (contents.root !== null && contents.root !== this.#tree.root()) {
      throw this.#damaged('the root of its events is not the one that it states');
    }
    if (this.#seal && this.#seal.events > found.events) this.#sealProblem = 'its newest seal holds more events';
    return {
      header: this.#header,
      contents,
      sealedUntil: this.#seal?.last_position,
      sealProblem: this.#sealProblem,
      lastLine: this.#lastLine,
    };
  }

  #damaged(what: string): BackupDamaged {
    return new BackupDamaged(this.#file, what);
  }
}

function sealHead(line: string): SealHead | undefined {
  try {
    return sealHeadLine.parse(line);
  } catch {
    // The caller reports a line that is no seal.
    return undefined;
  }
}
