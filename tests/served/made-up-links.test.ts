import { expect, inject, test } from 'vitest';
import { ask } from '../acceptance/served.ts';
import { craftedLinks } from '../factories/return-addresses.ts';

test.each(craftedLinks)('the server sends %s nowhere but to this site', async (link) => {
  // Written out: a path that begins with two slashes would be taken for a host.
  let address = inject('origin') + link;
  for (let hops = 0; hops < 5; hops++) {
    const answer = await ask(address);
    const next = answer.headers.get('location');
    if (!next) {
      expect([200, 404]).toContain(answer.status);
      expect(answer.headers.get('refresh')).toBeNull();
      return;
    }
    address = new URL(next, address).href;
    expect(new URL(address).origin).toBe(inject('origin'));
  }
  throw new Error(`${link} leads on and on.`);
});
