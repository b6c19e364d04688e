import { expect, it } from 'vitest';
import billing from '../../content/messages/en/billing.json' with { type: 'json' };
import personalData from '../../content/messages/en/personal-data.json' with { type: 'json' };
import everywhere from '../../content/messages/en/problems.json' with { type: 'json' };
import { type ProblemCode, problems } from '../../shared/problems.ts';
import { ApiProblem, ConnectionFault } from './api-client.ts';
import { type ProblemPage, sentencesAbout } from './problem-notice.tsx';

const known = { ...billing, ...personalData, ...everywhere };

const said = (code: ProblemCode | null, page: ProblemPage) => {
  const problem = code
    ? new ApiProblem({ ...problems[code], code, type: `urn:writing-ant:problem:${code}` })
    : new ConnectionFault();
  return sentencesAbout(problem, page).find((id) => id in known);
};

it.each<[ProblemCode | null, ProblemPage, string]>([
  ['confirmation-missing', 'account', 'problems.confirmation-missing'],
  ['confirmation-missing', 'billing', 'billing.problem.confirmation-missing'],
  ['account-restricted', 'billing', 'problems.account-restricted'],
  ['account-restricted', 'personal-data', 'problems.account-restricted'],
  ['impersonation-not-allowed', 'personal-data.archive', 'personal-data.archive.problem.impersonation-not-allowed'],
  ['malformed-request', 'billing', 'problems.internal-error'],
  ['internal-error', 'billing', 'problems.internal-error'],
  ['malformed-request', 'personal-data', 'personal-data.problem.otherwise'],
  ['internal-error', 'personal-data', 'personal-data.problem.otherwise'],
  [null, 'billing', 'problems.connection'],
  [null, 'personal-data', 'personal-data.problem.otherwise'],
])('%s on the page %s: %s', (code, page, sentence) => {
  expect(said(code, page)).toBe(sentence);
});
