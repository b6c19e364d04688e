import { OperatorMistake, type Service, type ServiceCommand } from '../../contract/command.ts';
import { CardProviderRefused, CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { describeFinding, type Finding, verifyBooks, verifyCharges } from './books.ts';

/** So far back are charges compared with those at the card provider. */
const comparedDays = 35;

export const billingVerify: ServiceCommand = {
  kind: 'service',
  name: 'billing verify',
  usage: '',
  summary: 'Lists whatever contradicts itself in invoices, payments, terms and mails, and at the card provider',
  async work(service, args) {
    if (args.length) throw new OperatorMistake('billing verify takes no arguments.');
    const { database, clock } = service;
    const findings = await verifyBooks(database.kysely, clock.now());
    const compared = await compare(service);
    const all = [...findings, ...(compared ?? [])];
    const total = all.reduce((sum, { count }) => sum + count, 0);
    return {
      lines: [
        ...all.map(describeFinding),
        ...(compared ? [] : ['The card provider does not answer: charges were NOT COMPARED.']),
        total ? `${total} THINGS DO NOT ADD UP.` : 'Everything adds up.',
      ],
      outcome: `found: ${total}${compared ? '' : ', not compared'}`,
      failed: total > 0 || !compared,
    };
  },
};

/** Undefined while the provider does not answer. */
async function compare({ config, database, clock }: Service): Promise<Finding[] | undefined> {
  try {
    return await verifyCharges({ config, database, clock: clock.now }, comparedDays);
  } catch (error) {
    if (error instanceof CardProviderUnreachable || error instanceof CardProviderRefused) return undefined;
    throw error;
  }
}
