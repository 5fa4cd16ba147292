/**
 * The store of uploaded pictures and papers: files below the data folder, named by their digest, and a row for each upload. A row
 * is written before any command may refer to it, and a command registers its stream with the row before its events are
 * stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { Refusal } from '../../domain/values/refusal.ts';
import { errorCode } from '../../domain/values/thrown.ts';
import { allOrNothing } from '../../identity/machine/all-or-nothing.ts';
import { attachmentFile, smallFile } from '../../identity/machine/attachment-file.ts';
import { TooMany } from '../../identity/too-many.ts';
import { NAMED_PICTURES } from '../read-models/held-pictures.ts';
import { askCurrent, type ModelsAt } from '../read-models/models-at.ts';
import type { Paper } from './paper.ts';
import type { Picture } from './picture.ts';

export interface Upload {
  /** 32 hexadecimal digits; for a paper followed by the SHA-256 of its file. */
  readonly attachment_id: string;
  readonly file_name: string;
  readonly media_type: string;
  readonly bytes: number;
  /** Null for a paper that is no picture. */
  readonly width: number | null;
  readonly height: number | null;
}

export interface SmallPicture {
  readonly media_type: string;
  readonly bytes: Buffer;
}

interface NamedUpload {
  readonly id: string;
  readonly digest: string;
  readonly fileName: string;
  readonly userId: number;
}

const randomId = (): string => randomBytes(16).toString('hex');
const digestOf = ({ bytes }: Paper): string => createHash('sha256').update(bytes).digest('hex');

/** Maximum number of unused pictures of one person; more are refused until these are used or swept. */
const WAITING_MAX = 500;
const FILE_NAME_LENGTH_MAX = 140;
const DAY_SECONDS = 86_400;

export class Uploads {
  readonly #pool: pg.Pool;
  readonly #dataDir: string;

  constructor(pool: pg.Pool, dataDir: string) {
    this.#pool = pool;
    this.#dataDir = dataDir;
  }

  /** Ids are unguessable; the same picture uploaded by the same user has the same id. */
  async add(picture: Picture, fileName: string, userId: number, id: string = randomId()): Promise<Upload> {
    return await this.#store(picture, { id, digest: digestOf(picture), fileName, userId });
  }

  /** The id ends with the digest of the file, so that the event of whatever holds it says what was attached. */
  async addPaper(paper: Paper | Picture, fileName: string, userId: number): Promise<Upload> {
    const digest = digestOf(paper);
    return await this.#store(paper, { id: `${randomId()}${digest}`, digest, fileName, userId });
  }

  async #store(given: Paper | Picture, { id, digest, fileName, userId }: NamedUpload): Promise<Upload> {
    await this.#checkWaiting(userId);
    const { mediaType, bytes } = given;
    const { small, width, height } = 'small' in given ? given : { small: undefined, width: null, height: null };
    const name = fileName.slice(-FILE_NAME_LENGTH_MAX);
    await this.#alone(digest, async (client) => {
      const file = attachmentFile(this.#dataDir, digest);
      await writeOnce(file, bytes);
      if (small) await writeOnce(smallFile(file), small);
      await client.query(
        `insert into attachment.upload (id, digest, media_type, bytes, width, height, file_name, uploaded_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
        [id, digest, mediaType, bytes.length, width, height, name, userId],
      );
    });
    return { attachment_id: id, file_name: name, media_type: mediaType, bytes: bytes.length, width, height };
  }

  async #checkWaiting(userId: number): Promise<void> {
    const { rows } = await this.#pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from attachment.upload u where u.uploaded_by = $1
         and u.uploaded_at > now() - make_interval(secs => $2)
         and not exists (select from attachment.holder h where h.attachment = u.id)`,
      [userId, DAY_SECONDS],
    );
    if ((rows[0]?.waiting ?? 0) >= WAITING_MAX) throw new TooMany('too_many_requests', DAY_SECONDS);
  }

  /** The subset of these pictures that the person uploaded. */
  async uploadedBy(userId: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const { rows } = await this.#pool.query<{ id: string }>(
      'select id from attachment.upload where id = any ($1) and uploaded_by = $2',
      [ids, userId],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Registers the stream before the events are stored. Throws Refusal when a picture was swept in the meantime. */
  async hold(stream: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { rowCount } = await this.#pool.query(
      `insert into attachment.holder (attachment, stream)
       select u.id, $1 from attachment.upload u where u.id = any ($2) for key share
       on conflict (attachment, stream) do update set asked_at = now()`,
      [stream, ids],
    );
    if (rowCount !== ids.length) {
      throw new Refusal('validation', [{ field: 'attachments', message: 'unknown_attachment' }]);
    }
  }

  /**
   * Removes pictures that are unused after a day. `modelsNow` confirms that the model of events contains everything
   * stored; otherwise nothing is swept. Returns the number of removed pictures.
   */
  async sweep(modelsNow: () => Promise<ModelsAt | undefined>): Promise<number> {
    const at = await modelsNow();
    if (!at) return 0;
    const named = await askCurrent(this.#pool, NAMED_PICTURES, at, DAY_SECONDS);
    await this.#pool.query(
      `update attachment.holder h set is_confirmed = true
       from unnest($1::text[], $2::text[]) n (attachment, stream)
       where h.attachment = n.attachment and h.stream = n.stream`,
      [named.map(({ attachment }) => attachment), named.map(({ stream }) => stream)],
    );
    const { rows } = await this.#pool.query<{ id: string; digest: string }>(
      `select u.id, u.digest from attachment.upload u
       where u.uploaded_at < now() - make_interval(secs => $1) and not exists (
         select from attachment.holder h where h.attachment = u.id
           and (h.is_confirmed or h.asked_at >= now() - make_interval(secs => $1)))`,
      [DAY_SECONDS],
    );
    for (const { id, digest } of rows) await this.#remove(id, digest);
    return rows.length;
  }

  /**
   * The picture at most 320 pixels wide and high; undefined when it does not exist or its file was lost. The caller
   * checks the permission.
   */
  async small(id: string): Promise<SmallPicture | undefined> {
    const { rows } = await this.#pool.query<{ digest: string; media_type: string }>(
      'select digest, media_type from attachment.upload where id = $1',
      [id],
    );
    const [found] = rows;
    if (!found) return undefined;
    try {
      const bytes = await readFile(smallFile(attachmentFile(this.#dataDir, found.digest)));
      return { media_type: found.media_type, bytes };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #remove(id: string, digest: string): Promise<void> {
    await this.#alone(digest, async (client) => {
      // Waits for a concurrent command that attaches the picture, and then reads its result.
      await client.query('select from attachment.upload where id = $1 for update', [id]);
      const { rowCount } = await client.query(
        `delete from attachment.upload u where u.id = $1 and not exists (
           select from attachment.holder h where h.attachment = u.id
             and (h.is_confirmed or h.asked_at >= now() - make_interval(secs => $2)))`,
        [id, DAY_SECONDS],
      );
      const { rows } = await client.query('select from attachment.upload where digest = $1 limit 1', [digest]);
      if (rowCount === 0 || rows.length > 0) return;
      const file = attachmentFile(this.#dataDir, digest);
      await rm(file, { force: true });
      await rm(smallFile(file), { force: true });
    });
  }

  /** A file is written and removed by one transaction at a time, so that no row remains without its file. */
  async #alone(digest: string, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    await allOrNothing(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(30, hashtext($1))', [digest]);
      await work(client);
    });
  }
}

/** Atomic: a crash leaves only a temporary file with another name. */
async function writeOnce(file: string, bytes: Buffer): Promise<void> {
  if (existsSync(file)) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = join(dirname(file), `${randomBytes(8).toString('hex')}.part`);
  await writeFile(draft, bytes, { mode: 0o600, flush: true });
  await rename(draft, file);
}
