import {
  type DeleteQueryNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely';
import { listTables, type TableRules } from './tables.ts';

/** A query would have changed or removed evidence. Always a bug in our code. */
export class AppendOnlyViolation extends Error {
  constructor(operation: string, table: string) {
    super(`${operation} on ${table} refused: its rows may only be added and read.`);
    this.name = 'AppendOnlyViolation';
  }
}

/**
 * Refuses to build a query that would change or remove rows of an append-only table, also where it hides in a common
 * table expression. Raw SQL is not parsed: the database's own privileges refuse that.
 */
export class AppendOnlyPlugin implements KyselyPlugin {
  readonly #guard: AppendOnlyGuard;

  constructor(tables: TableRules) {
    this.#guard = new AppendOnlyGuard(listTables(tables, 'append-only'));
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#guard.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

class AppendOnlyGuard extends OperationNodeTransformer {
  readonly #tables: readonly string[];

  constructor(tables: readonly string[]) {
    super();
    this.#tables = tables;
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    this.#refuse('update', node.table);
    return super.transformUpdateQuery(node, queryId);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    for (const from of node.from.froms) this.#refuse('delete', from);
    for (const table of node.using?.tables ?? []) this.transformNode(table, queryId);
    return super.transformDeleteQuery(node, queryId);
  }

  protected override transformMergeQuery(node: MergeQueryNode, queryId?: QueryId): MergeQueryNode {
    this.#refuse('merge', node.into);
    return super.transformMergeQuery(node, queryId);
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    if (node.onConflict?.updates?.length) this.#refuse('insert … on conflict do update', node.into);
    return super.transformInsertQuery(node, queryId);
  }

  /** `target` is a table, an aliased table, or a list of them. */
  #refuse(operation: string, target: OperationNode | undefined): void {
    if (!target) return;
    if (TableNode.is(target)) {
      const { name } = target.table.identifier;
      if (this.#tables.includes(name)) throw new AppendOnlyViolation(operation, name);
    }
    if ('node' in target) this.#refuse(operation, target.node as OperationNode);
    if ('items' in target) for (const item of target.items as OperationNode[]) this.#refuse(operation, item);
  }
}
