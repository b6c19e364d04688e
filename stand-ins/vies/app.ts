import Fastify, { type FastifyInstance } from 'fastify';

/** What the register says of a number, or why it says nothing, in its own words. */
type Verdict = 'VALID' | 'INVALID' | 'MS_UNAVAILABLE';

/** By the first digit after the country: 0 is not registered, 9 belongs to a state whose register is down. */
function judge(number: string): Verdict {
  const digit = /\d/.exec(number)?.[0];
  if (digit === '0') return 'INVALID';
  return digit === '9' ? 'MS_UNAVAILABLE' : 'VALID';
}

/** The one call that the service asks of the register of the European Commission (VIES, REST). */
export function buildViesApp({ judges = judge }: { judges?: (number: string) => string } = {}): FastifyInstance {
  const app = Fastify();
  app.get<{ Params: { country: string; number: string } }>('/ms/:country/vat/:number', async ({ params }, reply) => {
    const userError = judges(`${params.country}${params.number}`);
    if (userError === 'BROKEN') return reply.code(502).type('text/html').send('<h1>Bad Gateway</h1>');
    if (userError === 'NUL') return reply.type('application/json').send('{\0}');
    const isValid = userError === 'VALID';
    return {
      isValid,
      requestDate: new Date().toISOString(),
      userError,
      name: isValid ? 'MUSTER S.P.A.' : '---',
      address: isValid ? 'VIA MUSTER 1 \n00100 ROMA RM\n' : '---',
      requestIdentifier: '',
      originalVatNumber: params.number,
      vatNumber: params.number,
    };
  });
  return app;
}
