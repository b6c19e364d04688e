import type { TestProject } from 'vitest/node';
import { buildSite } from '../../scripts/commands/build.ts';
import { getEmbeddedTemplate } from '../factories/database.ts';
import { runSite } from '../journeys/fixtures/running-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
    loginOrigin: string;
    /** Of somebody who has just signed up, and of the same person for an organization. */
    accessToken: string;
    organizationToken: string;
  }
}

const person = { firstName: 'Ada', lastName: 'Ant', email: 'ada.ant@example.com', password: 'a long password of ants' };

const organization = {
  id: 'org_anthill',
  name: 'Anthill',
  featureFlags: ['tunnels'],
  members: [{ email: person.email, role: 'digger', permissions: ['dig'] }],
};

/**
 * One running site for all files of this folder: the built pages, the API and the login provider, over the wire. What the
 * files expect is typed from the specification; they import nothing of the product.
 */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  await buildSite();
  process.env.JOURNEYS_DATABASE ??= await getEmbeddedTemplate();
  const site = await runSite();
  await site.createAccount(person);
  await site.saveOrganization(organization);
  const own = await site.startSession(person.email);
  const joint = await site.startSession(person.email, {
    organizationId: organization.id,
    impersonator: { email: 'support@example.com', reason: 'A question about a download' },
  });
  project.provide('origin', site.origin);
  project.provide('loginOrigin', site.loginOrigin);
  project.provide('accessToken', own.access_token);
  project.provide('organizationToken', joint.access_token);
  return () => site.close();
}
