import { comparison, person, pseudonym } from '../../server/contract/kept.ts';
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

export const notesTables = {
  notes: {
    rows: 'changeable',
    kept: {
      id: 'impersonal',
      account_id: pseudonym('notes', comparison),
      text: person('notes', 'notes'),
      written_at: 'impersonal',
      read_at: person('notes', 'notes'),
    },
    terms: [{ rule: 'notes', id: 'id', start: 'written_at', period: '1 day' }],
  },
} as const satisfies TableRules<NotesTables>;
