/** The identifiers of the entries of a file: a partly sent file is corrected and sent again without counting twice. */
import { v4 as uuid } from 'uuid';
import type { ReadLine } from '../../../domain/imports/import-format.ts';

/** The content of a line with its row: each check of the file makes other objects of the same lines. */
const contentOf = ({ row, item_fk, unit_fk, quantity, batch_number, expire_date, note }: ReadLine): string =>
  JSON.stringify([row, item_fk, unit_fk, quantity, batch_number, expire_date, note]);

export class FileEntries {
  #digest: string | undefined;
  readonly #identifiers = new Map<string, string>();
  /** Contents of the lines that the server has stored. */
  readonly #stored = new Set<string>();

  /** Forgets the entries of another file. */
  open(digest: string): void {
    if (this.#digest !== digest) this.clear();
    this.#digest = digest;
  }

  clear(): void {
    this.#digest = undefined;
    this.#identifiers.clear();
    this.#stored.clear();
  }

  identifierOf(line: ReadLine): string {
    const content = contentOf(line);
    const identifier = this.#identifiers.get(content) ?? uuid();
    this.#identifiers.set(content, identifier);
    return identifier;
  }

  keepStored(lines: readonly ReadLine[]): void {
    for (const line of lines) this.#stored.add(contentOf(line));
  }

  /** Stored entries whose lines were changed or left out since. */
  outdated(lines: readonly ReadLine[]): readonly string[] {
    const present = new Set(lines.map(contentOf));
    return [...this.#stored].flatMap((content) => (present.has(content) ? [] : (this.#identifiers.get(content) ?? [])));
  }

  forgetRemoved(identifier: string): void {
    for (const [content, own] of this.#identifiers) {
      if (own !== identifier) continue;
      this.#identifiers.delete(content);
      this.#stored.delete(content);
    }
  }
}
