import type { TableRules } from '../../server/database/tables.ts';

interface NoteRow {
  id: string;
  account_id: string;
  text: string;
  written_at: Date;
  read_at: Date | null;
}

interface NotesTables {
  notes: NoteRow;
}

declare module '../../server/database/schema.ts' {
  interface Schema extends NotesTables {}
}

export const notesTables = { notes: 'changeable' } as const satisfies TableRules<NotesTables>;
