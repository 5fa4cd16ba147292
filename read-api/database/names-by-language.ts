/**
 * Names of records by language. Statements mark where a record's name is shown (`shownName`), and the reader
 * substitutes the column of its language, so that lists, reports and look-ups are written once for all languages.
 */
import { IdentifierNode, type KyselyPlugin, OperationNodeTransformer, type RawBuilder, sql } from 'kysely';
import type { Language } from '../../domain/values/language.ts';
import type { Reader } from './reader-type.ts';

const SHOWN = 'name_in_language';
/** These columns are never null: a record without a name in a language repeats its own name. */
const COLUMNS: Readonly<Record<Language, string>> = { en: 'name', ar: 'name_ar', ckb: 'name_ckb' };

/** The name of a row of `read.record` in the reader's language. */
export const shownName = (alias: string): RawBuilder<string> => sql.ref(`${alias}.${SHOWN}`);

class ShownNames extends OperationNodeTransformer {
  readonly #column: string;
  constructor(language: Language) {
    super();
    this.#column = COLUMNS[language];
  }
  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return node.name === SHOWN ? IdentifierNode.create(this.#column) : node;
  }
}

class NamesByLanguage implements KyselyPlugin {
  readonly #names: ShownNames;
  constructor(language: Language) {
    this.#names = new ShownNames(language);
  }
  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.#names.transformNode(node, queryId);
  }
  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}

/** The same connections, in another language. */
export const inLanguage = (reader: Reader, language: Language): Reader =>
  reader.withoutPlugins().withPlugin(new NamesByLanguage(language));
