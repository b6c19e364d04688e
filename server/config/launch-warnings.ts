import { accuracyBasis } from '../../shared/business/accuracy.ts';
import { launch } from '../../shared/business/launch.ts';

/** What the company has announced and claimed. */
export interface PublicClaims {
  launch: { month: string; invitations: { from: string; to: string }; offlineEstimate: string };
  accuracyBasis: object | null;
}

/** Warnings at a public start about claims that visitors will read, one sentence each. */
export function listClaimWarnings(today: Date, claims: PublicClaims = { launch, accuracyBasis }): string[] {
  const months = {
    month: claims.launch.month,
    'invitations.to': claims.launch.invitations.to,
    offlineEstimate: claims.launch.offlineEstimate,
  };
  const thisMonth = today.toISOString().slice(0, 7);
  const past = Object.entries(months)
    .filter(([, month]) => month < thisMonth)
    .map(([name, month]) => `launch.${name} is ${month}, which has passed; see shared/business/launch.ts.`);
  const unmeasured =
    'accuracyBasis is missing: the accuracy is shown as not measured; see shared/business/accuracy.ts.';
  return claims.accuracyBasis ? past : [...past, unmeasured];
}
