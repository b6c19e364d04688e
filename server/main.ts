import path from 'node:path';
import { runServer } from './run-server.ts';

await runServer(path.resolve(import.meta.dirname, '../dist/site'));
