import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { allowedFields, logOptions } from '../../server/http/request-log.ts';
import { readText, repositoryFiles, withoutComments } from './repository-files.ts';

const call = /\blog(?:\[[^\]]+\]|\.(?:info|warn|error|fatal))\(\s*\{([^{}]*)\}/g;

it('no line is logged with a field that the log drops', () => {
  const sources = repositoryFiles.filter((file) => /^server\/.*\.ts$/.test(file) && !file.includes('.test.'));
  const logged = sources.flatMap((file) =>
    [...withoutComments(readText(file)).matchAll(call)].flatMap(([, fields = '']) =>
      [...fields.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = '']) => ({ file, name })),
    ),
  );
  expect(logged.map(({ name }) => name)).toEqual(expect.arrayContaining(['mail', 'subscription', 'account', 'rule']));
  expect(logged.filter(({ name }) => !['err', 'account'].includes(name) && !allowedFields.has(name))).toEqual([]);
});

it('a mail is named by its id, and an account by its mark', () => {
  const lines: string[] = [];
  const mark = (what: string, value: string) => `mark of ${what} ${value}`;
  const { log } = Fastify({ logger: logOptions('info', mark, { write: (line) => void lines.push(line) }) });
  log.info({ mail: 'an id', kind: 'invoice', account: 'user_1', recipient: 'asa@customers.example' }, 'mail');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      mail: 'an id',
      kind: 'invoice',
      user: 'mark of user user_1',
      msg: 'mail',
    },
  ]);
});
