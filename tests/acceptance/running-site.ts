import type { TestProject } from 'vitest/node';
import { buildSite } from '../../scripts/commands/build.ts';
import { getEmbeddedTemplate } from '../factories/database.ts';
import { runSite } from '../journeys/fixtures/running-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
    loginOrigin: string;
    /** Of somebody who has just signed up. */
    email: string;
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
  project.provide('origin', site.origin);
  project.provide('loginOrigin', site.loginOrigin);
  project.provide('email', person.email);
  return () => site.close();
}
