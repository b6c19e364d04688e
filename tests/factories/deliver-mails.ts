/** A process that delivers mails from the database of its arguments, to be killed: `<data folder> <mail server> [<database>]`. */
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { connectMailServer } from '../../server/integrations/mail-server.ts';
import { deliverDue } from '../../server/platform/mails/delivery.ts';
import { productContents } from './database.ts';

const [dataDir = '', smtpUrl = '', databaseUrl] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl, contents: productContents });
await deliverDue({
  config: readConfig({}),
  database,
  server: connectMailServer({ smtpUrl, needsTls: false }, dataDir),
  clock: () => new Date(),
  log: { info() {}, warn() {} },
  returnAddress: () => 'post@writing-ant.example',
});
await database.close();
