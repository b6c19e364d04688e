import { runServer } from '../../server/run-server.ts';

/** Serves the built site in the folder given as an argument; everything else is as in server/main.ts. */
await runServer(process.argv[2]!);
