import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readReturnedMail } from './returned-mail.ts';

/** Remade by hand after what some thirty systems send, in five languages; each says in its first line how it is to be read. */
const folder = path.join(import.meta.dirname, 'returned-mail-cases');
const cases = fs.readdirSync(folder);

it.each(cases)('%s', async (name) => {
  const source = fs.readFileSync(path.join(folder, name));
  const [, expected] = /^X-Expected: (.*?)[\r\n]/.exec(source.toString('utf8'))!;
  const { form, recipients } = await readReturnedMail(source);
  const [{ fate = '', status = '' } = {}] = recipients;
  expect([form, fate, status].filter(Boolean).join(' ')).toBe(expected);
});

it('names whom it is about', async () => {
  for (const name of cases.filter((each) => /^(?:exim|qmail|html-only|header|given-up|delayed)/.test(each))) {
    const { recipients } = await readReturnedMail(fs.readFileSync(path.join(folder, name)));
    expect(
      recipients.flatMap(({ addresses }) => addresses),
      name,
    ).toContain('asa@customers.example');
  }
});

it('what no database keeps is no part of a sender or subject', async () => {
  const head = 'From: =?utf-8?Q?A=00sa=07?= <asa@customers.example>\nSubject: =?utf-8?Q?a=00b=0Ac?=';
  const { from, subject } = await readReturnedMail(Buffer.from(`${head}\n\nHello`));
  expect([from, subject]).toEqual(['A sa  asa@customers.example', 'a b c']);
});

it('whatever is cut off, doubled or turned around is read without a fault, and soon', async () => {
  const sources = cases.map((name) => fs.readFileSync(path.join(folder, name)));
  const odd = [
    ...sources.map((source) => source.subarray(0, source.length / 2)),
    ...sources.map((source) => Buffer.concat([source, source])),
    ...sources.map((source) => Buffer.from(source).reverse()),
    // Each would be slow for a pattern that goes back over what it has read.
    ...['a@', '<', 'user ', '\nfrom: ', '\n- ', 'confirm your message ', 'non è stato ', '5.1.1', '&lt;'].map((part) =>
      Buffer.from(
        `From: MAILER-DAEMON\nTo: a@b.example\nSubject: ${part.trim().repeat(50)}\n\n${part.repeat(250_000 / part.length)}`,
      ),
    ),
  ];
  for (const source of odd) {
    const began = performance.now();
    const { form } = await readReturnedMail(source);
    expect(form).toBeTypeOf('string');
    expect(performance.now() - began, source.subarray(0, 80).toString()).toBeLessThan(2000);
  }
});
