/**
 * A snapshot that is kept for minutes. It reads the tables of the build, not the views of schema `read`: a transaction
 * locks every view that it uses, which would block the switch to another build.
 */

import {
  type ControlledTransaction,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
  SchemableIdentifierNode,
  sql,
} from 'kysely';
import { errorCode } from '../../domain/values/thrown.ts';
import type { Reader } from './reader-type.ts';
import type { ReadTables } from './tables.ts';

export type LongSnapshot = ControlledTransaction<ReadTables>;

/** A build that was just replaced may be dropped before its tables are locked. */
const TRIES = 3;
/** PostgreSQL's codes of a missing schema and a missing table, and of a deadlock with the statement that drops them. */
const GONE = new Set(['3F000', '42P01', '40P01']);

/** The caller ends it with `rollback`. */
export async function startLongSnapshot(reader: Reader): Promise<LongSnapshot> {
  for (let tries = 1; ; tries += 1) {
    const transaction = await reader
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    try {
      const schema = await holdBuild(transaction);
      return schema === undefined ? transaction : transaction.withPlugin(new OfBuild(schema));
    } catch (error) {
      await transaction.rollback().execute();
      if (tries === TRIES || !GONE.has(String(errorCode(error)))) throw error;
    }
  }
}

/** Locks the build that readers use: its tables are not dropped before the transaction ends. */
async function holdBuild(transaction: LongSnapshot): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string; tables: string }>`
    select c.schema, string_agg(distinct format('%I.%I', t.schemaname, t.tablename), ', ') as tables
    from read.checkpoint c join pg_catalog.pg_tables t on t.schemaname = c.schema group by 1`.execute(transaction);
  const [build] = rows;
  if (!build) return undefined;
  await sql.raw(`lock table ${build.tables} in access share mode`).execute(transaction);
  return build.schema;
}

/** Statements name the views; `checkpoint` is no table of the build. */
const VIEW = /\bread\.(?!checkpoint\b)(?=[a-z_])/g;

class TablesOfBuild extends OperationNodeTransformer {
  readonly #schema: string;
  constructor(schema: string) {
    super();
    this.#schema = schema;
  }
  protected override transformRaw(node: RawNode, queryId?: Parameters<OperationNodeTransformer['transformNode']>[1]) {
    const { sqlFragments, parameters } = super.transformRaw(node, queryId);
    return RawNode.create(
      sqlFragments.map((fragment) => fragment.replace(VIEW, `${this.#schema}.`)),
      parameters,
    );
  }
  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    if (node.schema?.name !== 'read' || node.identifier.name === 'checkpoint') return node;
    return SchemableIdentifierNode.createWithSchema(this.#schema, node.identifier.name);
  }
}

class OfBuild implements KyselyPlugin {
  readonly #tables: TablesOfBuild;
  constructor(schema: string) {
    this.#tables = new TablesOfBuild(schema);
  }
  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.#tables.transformNode(node, queryId);
  }
  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}
