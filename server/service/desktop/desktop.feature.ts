import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { exportSessions, removeSessionsOf } from './desktop.queries.ts';
import { desktopTables } from './desktop.tables.ts';
import { desktopSessionRetention } from './desktop.ts';

/** Who may use the desktop app, and since when they are signed in to it. */
export const desktopFeature: Feature = {
  tables: desktopTables,
  migrations: path.join(import.meta.dirname, 'migrations'),
  retention: [desktopSessionRetention],
  account: {
    export: async (trx, id) => ({ desktopSignIns: await exportSessions(trx, id) }),
    erase: removeSessionsOf,
  },
};
