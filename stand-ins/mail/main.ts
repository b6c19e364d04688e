import { MailFolder } from '../mail-folder.ts';
import { runStandIn } from '../stand-in.ts';
import { buildMailApp } from './app.ts';
import { readMailConfig } from './config.ts';
import { type Behaviour, openSmtp } from './smtp.ts';

/** Starts the development mail server and its inbox, until it is told to end or its parent has ended. */
await runStandIn(async () => {
  const { port, smtpPort, folder: folderPath, parentPid } = readMailConfig();
  const folder = new MailFolder(folderPath);
  const behaviour: Behaviour = { manner: 'deliver' };
  const smtp = await openSmtp(smtpPort, folder, behaviour);
  const app = buildMailApp(folder, behaviour);
  app.addHook('onClose', () => smtp.close());
  return { name: 'Development mail server', app, port, portSetting: 'MAIL_PORT', parentPid };
});
