import { describe, expect, it } from 'vitest';
import { headingsOf, languages, linksOf, messagesOf, open, partOf, partsOf, textOf, under } from './served.ts';

const menu: [words: string, href: string][] = [
  ['Speech to text', '/writing-ant'],
  ['Demo', '/writing-ant/demo'],
  ['Features', '/writing-ant/features'],
  ['Subscription plans', '/writing-ant/pricing'],
  ['Beta', '/writing-ant/beta'],
  ['Contact', '/contact'],
  ['Examples', '/writing-ant#examples'],
];

/** Words and address of each link, as it leads away from the page at `path`. */
const asPairs = (html: string, path = '') =>
  linksOf(html).map(({ words, href }) => [words, href.startsWith('#') ? `${path}${href}` : href]);

/** The value of a property in the first rule for a selector. */
function styleOf(html: string, selector: string, property: string): string | undefined {
  const rule = html.match(new RegExp(`\\${selector}\\{[^}]*\\}`))?.[0] ?? '';
  return new RegExp(`[;{]${property}:([^;}]+)`).exec(rule)?.[1];
}

/** Pages of each kind: the frame is the same around all of them. */
const somePages = ['/writing-ant', '/account', '/privacy', '/nowhere'];

describe('2. Layout: header', () => {
  it.each(somePages)('the logo and the name link home (%s)', async (path) => {
    const [logo] = linksOf(partOf((await open(path)).html, 'header', 'site-header'));
    expect(logo).toMatchObject({ href: '/writing-ant', words: 'Writing Ant' });
    expect(logo!.attributes).toContain('aria-label="Writing Ant, home page"');
  });

  it.each(somePages)('main menu: speech to text, demo, features, plans, beta, contact, examples (%s)', async (path) => {
    const { html } = await open(path);
    const [wide] = partsOf(html, 'nav').filter((nav) => nav.includes('aria-label="Main menu"'));
    expect(asPairs(wide!, path)).toEqual(menu);
  });

  it('the examples are on the landing page', async () => {
    expect((await open('/writing-ant')).html).toMatch(/<section [^>]*id="examples"/);
  });

  it.each(languages)('has seven entries with words of their own (%s)', async (language) => {
    const { html } = await open('/writing-ant', language);
    const [wide] = partsOf(html, 'nav');
    const words = linksOf(wide!).map((link) => link.words);
    expect(new Set(words).size).toBe(7);
  });

  it('is sticky and 64 px high', async () => {
    const { html } = await open('/writing-ant');
    expect(styleOf(html, '.site-header', 'position')).toBe('sticky');
    expect(styleOf(html, '.site-header', 'top')).toBe('0');
    expect(styleOf(html, '.site-header', 'height')).toBe('var(--header-height)');
    // At 16 px, a rem of every browser.
    expect(html).toMatch(/--header-height:(4rem|64px)/);
  });

  it('the menu opens in a drawer at the right, 280 px wide', async () => {
    const { html } = await open('/writing-ant');
    const drawer = partOf(html, 'dialog', 'class="drawer"');
    expect(asPairs(drawer, '/writing-ant')).toEqual(expect.arrayContaining(menu));
    expect(html).toContain('command="show-modal" commandfor="drawer"');
    expect(styleOf(html, '.drawer', 'width')).toBe('280px');
    expect(styleOf(html, '.drawer', 'inset')).toBe('0 0 0 auto');
  });

  it('content is centred, max width 1200 px', async () => {
    const { html } = await open('/writing-ant');
    expect(styleOf(html, '.page-width', 'width')).toContain('var(--container-content)');
    expect(styleOf(html, '.page-width', 'margin-inline')).toBe('auto');
    expect(html).toMatch(/--container-content:(75rem|1200px)/);
  });

  it('1. dark theme', async () => {
    const { html } = await open('/writing-ant');
    expect(html).toContain('<meta name="color-scheme" content="dark">');
  });

  it('no logout button is there before somebody is signed in', async () => {
    for (const path of somePages) expect((await open(path)).text.split('\n')).not.toContain('Sign out');
  });
});

describe('2. Layout: language switcher', () => {
  it.each(languages)('lists EN, DE, SV, IT, FR with the current one ticked (%s)', async (language) => {
    const { html } = await open('/contact', language);
    const list = partsOf(html, 'nav').find((nav) => nav.includes('id="languages"'))!;
    const links = linksOf(list);
    expect(links.map(({ words }) => words.slice(0, 2))).toEqual(['EN', 'DE', 'SV', 'IT', 'FR']);
    const current = links.filter(({ attributes }) => attributes.includes('aria-current="true"'));
    expect(current.map(({ words }) => words.slice(0, 2))).toEqual([language.toUpperCase()]);
    expect(partsOf(list, 'li').filter((entry) => entry.includes('<svg'))).toHaveLength(1);
  });

  it('stores the choice in session storage, and uses it only if it is en, de, sv, it or fr', async () => {
    const { html } = await open('/contact');
    expect(html).toMatch(/sessionStorage\.(getItem|setItem)/);
    expect(html).toContain('[`en`,`de`,`sv`,`it`,`fr`]');
  });

  it.each(languages)('the lang attribute follows (%s)', async (language) => {
    expect((await open('/contact', language)).html).toContain(`<html lang="${language}"`);
  });
});

describe('2. Layout: footer', () => {
  it.each(somePages)('four columns: company, products, legal, company information (%s)', async (path) => {
    const footer = partOf((await open(path)).html, 'footer');
    expect(headingsOf(footer, 2)).toEqual(['Company', 'Products', 'Legal', 'Company information']);
  });

  it('company: the contact link', async () => {
    const [company] = partsOf(partOf((await open('/writing-ant')).html, 'footer'), 'nav');
    expect(asPairs(company!)).toEqual([['Contact', '/contact']]);
  });

  it('products: speech to text with demo, features, pricing, beta', async () => {
    const [, products] = partsOf(partOf((await open('/writing-ant')).html, 'footer'), 'nav');
    expect(asPairs(products!)).toEqual([
      ['Speech to text', '/writing-ant'],
      ['Demo', '/writing-ant/demo'],
      ['Features', '/writing-ant/features'],
      ['Subscription plans', '/writing-ant/pricing'],
      ['Beta', '/writing-ant/beta'],
    ]);
  });

  it('legal: a link to each legal page', async () => {
    const [, , legal] = partsOf(partOf((await open('/writing-ant')).html, 'footer'), 'nav');
    const addresses = linksOf(legal!).map(({ href }) => href);
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/privacy',
        '/terms',
        '/eula',
        '/cookie-policy',
        '/impressum',
        '/licenses',
        '/ai-service-use-policy',
      ]),
    );
  });

  it('company information: mailbox, phone, postal address in Zug, Switzerland, commercial register with link', async () => {
    const footer = partOf((await open('/writing-ant')).html, 'footer');
    const information = under(footer, 'Company information');
    expect(information).toMatch(/\n\d{4} Zug, Switzerland\n/);
    expect(information).toContain('Entered in the commercial register of the Canton of Zug');
    const links = linksOf(footer);
    const mailbox = links.find(({ href }) => href.startsWith('mailto:'))!;
    expect(mailbox.href).toBe(`mailto:${mailbox.words}`);
    expect(mailbox.words).toMatch(/^info@/);
    const phone = links.find(({ href }) => href.startsWith('tel:'))!;
    expect(phone.href).toBe(`tel:${phone.words.replaceAll(' ', '')}`);
    expect(links.find(({ words }) => /^CHE-/.test(words))?.href).toMatch(/^https:/);
  });

  it('a copyright line shows the current year', async () => {
    const page = await open('/writing-ant');
    const year = new Date(page.headers.get('date')!).getFullYear();
    expect(textOf(partOf(page.html, 'footer'))).toMatch(new RegExp(`^© ${year} \\S`, 'm'));
  });
});

describe('2. All pages load lazily', () => {
  it('while one loads, a spinner with the text ‘Loading page...’ shows', async () => {
    const page = await open('/signed-up');
    const spinner = partOf(page.html, 'div', 'class="spinner"');
    expect(spinner).toContain('role="status"');
    expect(textOf(spinner)).toBe('Loading page...');
  });

  it.each([
    ['de', 'Seite wird geladen…'],
    ['sv', 'Sidan laddas…'],
    ['it', 'Caricamento della pagina…'],
    ['fr', 'Chargement de la page…'],
  ] as const)('the same in %s: %s', async (language, words) => {
    expect((await open('/signed-up', language)).main.split('\n')).toContain(words);
  });

  it('the signed-in frame has a logout button: ‘Sign out’', async () => {
    expect(await messagesOf(await open('/account'))).toContain('Sign out');
  });
});
