import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { ExplainedError } from '../../scripts/commands/step.mjs';
import { canInstallPackages, installPackages } from '../../scripts/commands/system-packages.ts';

/** A mailbox on a real IMAP server, Debian's Dovecot, with nobody else in it. */
export interface TestMailbox {
  /** With user and password. */
  url: string;
  /** Puts a message into it, as another mail server would. */
  receive(message: string): void;
  /** How many messages are in it. */
  count(): number;
  /** How many of them are flagged. */
  countFlagged(): number;
  /** Deletes all of them. */
  empty(): void;
  stop(): Promise<void>;
}

const program = '/usr/sbin/dovecot';
/** Dovecot reads no mailbox as root; 65534 is nobody. */
const owner =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid!(), gid: process.getgid!() };

export async function startDovecot(): Promise<TestMailbox> {
  if (!fs.existsSync(program) && canInstallPackages())
    await installPackages('Installing Dovecot', 'dovecot', ['dovecot-imapd']);
  if (!fs.existsSync(program)) throw new ExplainedError('There is no Dovecot: install the package "dovecot-imapd".');
  const [port = 0] = await findFreePorts(1);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-dovecot-'));
  const mailbox = path.join(folder, 'mailbox');
  for (const name of ['new', 'cur', 'tmp']) fs.mkdirSync(path.join(mailbox, name), { recursive: true });
  fs.chmodSync(folder, 0o755);
  for (const name of ['.', 'new', 'cur', 'tmp']) fs.chownSync(path.join(mailbox, name), owner.uid, owner.gid);
  const file = path.join(folder, 'dovecot.conf');
  fs.writeFileSync(file, configuration(folder, mailbox, port));
  // At the machine's own time: under a moved calendar (check-calendar.ts) it leaves connections unanswered now and then.
  const { LD_PRELOAD: _, ...environment } = process.env;
  const child = spawn(program, ['-F', '-c', file], { stdio: 'ignore', env: environment });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null)
      throw new Error(`Dovecot ended:\n${fs.readFileSync(path.join(folder, 'log'), 'utf8')}`);
    await wait(50);
  }
  let received = 0;
  const list = () => ['new', 'cur'].flatMap((name) => fs.readdirSync(path.join(mailbox, name)));
  return {
    url: `imap://bounce:secret@127.0.0.1:${port}`,
    receive(message) {
      received++;
      const unfinished = path.join(mailbox, 'tmp', `${received}.test`);
      fs.writeFileSync(unfinished, message.replaceAll(/\r?\n/g, '\r\n'));
      fs.chownSync(unfinished, owner.uid, owner.gid);
      fs.renameSync(unfinished, path.join(mailbox, 'new', `${received}.test`));
    },
    count: () => list().length,
    countFlagged: () => list().filter((name) => /:2,\w*F/.test(name)).length,
    empty() {
      for (const name of ['new', 'cur'])
        for (const file of fs.readdirSync(path.join(mailbox, name))) fs.rmSync(path.join(mailbox, name, file));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, mailbox: string, port: number): string {
  const user = os.userInfo().username;
  const internal =
    user === 'root'
      ? ''
      : `default_internal_user = ${user}\ndefault_login_user = ${user}\nservice anvil {\n chroot =\n}\nservice imap-login {\n chroot =\n}`;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mailbox}
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
${internal}
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
