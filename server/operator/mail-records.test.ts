import { expect, it } from 'vitest';
import { checkMailRecords } from './mail-records.ts';

const well = {
  'ant.example': [['google-site-verification=1'], ['v=spf1 include:_spf.mail.', 'example -all']],
  's1._domainkey.ant.example': [['v=DKIM1; k=rsa; p=MIIB', 'IjAN']],
  '_dmarc.ant.example': [['v=DMARC1; p=reject; rua=mailto:a@ant.example']],
};

const check = (changes: Record<string, string[][] | string>, selector: string | undefined = 's1') =>
  checkMailRecords('ant.example', selector, async (name) => {
    const answer = { ...well, ...changes }[name] ?? 'ENOTFOUND';
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
    return answer;
  });

it('finds nothing wrong with records that vouch for the sender', async () => {
  expect(await check({})).toEqual([
    { name: 'SPF', at: 'ant.example', isWell: true, finding: 'v=spf1 include:_spf.mail.example -all' },
    { name: 'DKIM', at: 's1._domainkey.ant.example', isWell: true, finding: 'v=DKIM1; k=rsa; p=MIIBIjAN' },
    { name: 'DMARC', at: '_dmarc.ant.example', isWell: true, finding: 'v=DMARC1; p=reject; rua=mailto:a@ant.example' },
  ]);
});

it.each([
  ['SPF', 'ant.example', [['v=spf1 include:x ?all']], 'forbids nobody'],
  ['SPF', 'ant.example', [['v=spf1 -all'], ['v=spf1 ~all']], 'several'],
  ['SPF', 'ant.example', [['v=spf10 -all']], 'none. Wanted: v=spf1'],
  ['SPF', 'ant.example', 'ETIMEOUT', 'does not answer (ETIMEOUT)'],
  ['DKIM', 's1._domainkey.ant.example', [['v=DKIM1; p=']], 'withdrawn'],
  ['DKIM', 's1._domainkey.ant.example', 'ENODATA', 'none'],
  ['DMARC', '_dmarc.ant.example', [['v=DMARC1; p=none']], 'not quarantine'],
])('names what is wrong with %s at %s', async (name, at, answer, finding) => {
  const wrong = (await check({ [at]: answer })).filter(({ isWell }) => !isWell);
  expect(wrong).toEqual([{ name, at, isWell: false, finding: expect.stringContaining(finding) }]);
});

it('says that a key was not looked up without its name', async () => {
  const [, dkim] = await checkMailRecords('ant.example', undefined, () => Promise.resolve([]));
  expect(dkim).toMatchObject({ isWell: false, finding: expect.stringContaining('--selector') });
});
