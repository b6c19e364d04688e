import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { act } from '../../server/contract/act.ts';
import type { Feature, Job } from '../../server/contract/feature.ts';
import { listMigrations } from '../../server/database/migrations.ts';
import { product } from '../../server/features.ts';
import { notesTables } from './notes.tables.ts';

/** Written when the tests run: its number follows whatever the product has by then. */
function writeMigration(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-notes-'));
  const number = String(listMigrations(product.databaseContents.migrationFolders).size + 1).padStart(4, '0');
  const program = `export async function up(database) {
    await database.schema.createTable('notes').addColumn('id', 'uuid', (column) => column.primaryKey())
      .addColumn('account_id', 'text').addColumn('text', 'text').addColumn('written_at', 'timestamptz')
      .addColumn('read_at', 'timestamptz').execute();
  }`;
  writeFileSync(path.join(folder, `${number}-notes.ts`), program);
  return folder;
}

const readNote: Job<{ id: string }> = {
  name: 'read-note',
  async handle({ database, clock }, { id }) {
    await database.kysely.updateTable('notes').set({ read_at: clock() }).where('id', '=', id).execute();
  },
};

/** The smallest feature that brings everything: people leave notes, and somebody reads them. */
export const notesFeature: Feature = {
  routes(app, { requireSession, routeLimits, ...deps }) {
    const schema = { body: z.object({ text: z.string() }), response: { 201: z.object({ id: z.uuid() }) } };
    const onRequest = [requireSession.onRequest, routeLimits.writes];
    app
      .withTypeProvider<ZodTypeProvider>()
      .post('/api/notes', { onRequest, schema }, async ({ session, body: { text } }, reply) => {
        const id = randomUUID();
        await act(deps, async ({ trx, now, enqueue }) => {
          const note = { id, account_id: session.userId, text, written_at: now, read_at: null };
          await trx.insertInto('notes').values(note).execute();
          await enqueue(readNote, { id });
        });
        return reply.code(201).send({ id });
      });
  },
  jobs: [readNote],
  tables: notesTables,
  migrations: writeMigration(),
  retention: [
    {
      name: 'notes',
      cutoff: (now) => new Date(now.getTime() - 24 * 60 * 60 * 1000),
      count: async (queries, cutoff) =>
        (await queries.selectFrom('notes').where('written_at', '<', cutoff).select('id').execute()).length,
      remove: async (trx, cutoff) => {
        const { numDeletedRows } = await trx.deleteFrom('notes').where('written_at', '<', cutoff).executeTakeFirst();
        return Number(numDeletedRows);
      },
    },
  ],
  account: {
    export: async (trx, id) => ({
      notes: await trx.selectFrom('notes').where('account_id', '=', id).select(['text', 'read_at']).execute(),
    }),
    erase: async (trx, id) => {
      await trx.deleteFrom('notes').where('account_id', '=', id).execute();
    },
  },
  commands: [
    {
      kind: 'transaction',
      name: 'notes list',
      usage: '',
      summary: 'Lists the notes',
      async run({ trx }) {
        const notes = await trx.selectFrom('notes').selectAll().execute();
        return { lines: notes.map(({ text }) => text), outcome: `listed: ${notes.length}` };
      },
    },
  ],
};
