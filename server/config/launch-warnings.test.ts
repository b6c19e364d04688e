import { expect, it } from 'vitest';
import { listClaimWarnings } from './launch-warnings.ts';

const launch = { month: '2027-02', invitations: { from: '2027-01', to: '2027-02' }, offlineEstimate: '2027-03' };
const named = (day: string, accuracyBasis: object | null = {}) =>
  listClaimWarnings(new Date(day), { launch, accuracyBasis }).map((warning) => warning.split(' ')[0]);

it('warns of an announced month once it is over, not while it lasts', () => {
  expect(named('2027-02-28T23:59:59Z')).toEqual([]);
  expect(named('2027-03-01T00:00:00Z')).toEqual(['launch.month', 'launch.invitations.to']);
  expect(named('2027-04-01T00:00:00Z')).toEqual(['launch.month', 'launch.invitations.to', 'launch.offlineEstimate']);
});

it('warns of an accuracy that nobody has measured', () => {
  expect(named('2027-01-01T00:00:00Z', null)).toEqual(['accuracyBasis']);
});
