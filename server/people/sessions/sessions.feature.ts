import path from 'node:path';
import type { Feature } from '../../contract/feature.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { sessionsTables } from './sessions.tables.ts';
import { endedSessionRetention } from './sessions.ts';

/** What the API itself knows of sessions: which were signed out of. The login provider keeps all else. */
export const sessionsFeature: Feature = {
  routes: sessionsRoutes,
  tables: sessionsTables,
  retention: [endedSessionRetention],
  migrations: path.join(import.meta.dirname, 'migrations'),
};
