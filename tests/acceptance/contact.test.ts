import { describe, expect, it } from 'vitest';
import { linksOf, open, partOf, under } from './served.ts';

const path = '/contact';

describe('2. Contact', () => {
  const channels: [name: string, address: RegExp, spoken: string][] = [
    ['General questions', /\ninfo@\S+\n/, 'In English, German, Italian, Swedish and French'],
    ['Support', /\nsupport@\S+\n/, 'In English, German, Italian and Swedish'],
    ['Sales', /\nsales@\S+\n/, 'In English, German, Italian, Swedish and French'],
    ['Phone', /\n\+41 [\d ]+\n/, 'In English and Swedish'],
  ];

  it.each(channels)('9. %s with address and languages: %s %s', async (name, address, spoken) => {
    const channel = under((await open(path)).html, name);
    expect(channel).toMatch(address);
    expect(channel.split('\n')).toContain(spoken);
  });

  it('each address can be followed', async () => {
    const addresses = linksOf(partOf((await open(path)).html, 'ul', 'class="channels"')).map(({ href }) => href);
    expect(addresses.map((address) => address.replace(/[@+].*/, ''))).toEqual([
      'mailto:info',
      'mailto:support',
      'mailto:sales',
      'tel:',
    ]);
  });

  it('6. support is by e-mail only', async () => {
    expect(under((await open(path)).html, 'Support')).toContain('Support is by e-mail only.');
  });

  it.each([
    ['en', 'Monday to Friday, 11:00 to 20:00 (CET, Zurich time)'],
    ['de', 'Montag bis Freitag, 11:00 bis 20:00 Uhr (MEZ, Schweizer Zeit)'],
    ['sv', 'måndag till fredag kl. 11.00–20.00 (CET, Zürichtid)'],
    ['it', 'Dal lunedì al venerdì, dalle 11:00 alle 20:00 (CET, ora di Zurigo)'],
    ['fr', 'Du lundi au vendredi, de 11 h à 20 h (CET, heure de Zurich)'],
  ] as const)('9. support hours in %s: %s', async (language, hours) => {
    expect((await open(path, language)).main.split('\n')).toContain(hours);
  });

  it('postal address in Zug, Switzerland', async () => {
    expect(under((await open(path)).html, 'Postal address')).toMatch(/\n\d{4} Zug\nSwitzerland$/m);
  });

  it.each(['Representative in Switzerland', 'Representative in the EU'])(
    '6. privacy requests go to a Swiss and an EU representative: %s',
    async (name) => {
      const representative = under((await open(path)).html, name).split('\n');
      expect(representative.length).toBeGreaterThanOrEqual(5);
      expect(representative.find((line) => /^\S+@\S+$/.test(line))).toBeDefined();
    },
  );

  it('a link to an EU request portal', async () => {
    const portal = linksOf((await open(path)).html).find(({ words }) => words === 'Request portal for the EU');
    expect(portal?.href).toMatch(/^https:\/\//);
  });

  it('9. data-subject requests answered within 30 days', async () => {
    expect((await open(path)).main).toContain('We will answer within 30 days.');
  });
});
