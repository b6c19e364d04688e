import type { TextOperation } from '../../../shared/business/text-service.ts';

/** What the AI Service Use Policy does not allow (its section 5), as it is told to the user. */
type BlockedCategory = 'sexual' | 'sexual-minors' | 'threats' | 'hate' | 'self-harm' | 'violent-wrongdoing';

/**
 * From which score of the provider's moderation on a text is blocked. Journalists, lawyers and doctors dictate violence and
 * crime, so of one's own text only the gravest is; what a model is to invent is judged more strictly. Extremism has no
 * category of its own.
 */
const rules: readonly { category: BlockedCategory; score: string; own: number; generated: number }[] = [
  { category: 'sexual', score: 'sexual', own: 0.9, generated: 0.6 },
  { category: 'sexual-minors', score: 'sexual/minors', own: 0.3, generated: 0.2 },
  { category: 'threats', score: 'harassment/threatening', own: 0.85, generated: 0.6 },
  { category: 'threats', score: 'hate/threatening', own: 0.8, generated: 0.5 },
  { category: 'hate', score: 'hate', own: 0.85, generated: 0.6 },
  { category: 'hate', score: 'harassment', own: 2, generated: 0.85 },
  { category: 'self-harm', score: 'self-harm/instructions', own: 0.7, generated: 0.4 },
  { category: 'self-harm', score: 'self-harm/intent', own: 2, generated: 0.8 },
  { category: 'violent-wrongdoing', score: 'illicit/violent', own: 0.85, generated: 0.5 },
  { category: 'violent-wrongdoing', score: 'illicit', own: 2, generated: 0.8 },
];

/** What of it is not allowed. */
export function findBlocked(scores: Readonly<Record<string, number>>, operation: TextOperation): BlockedCategory[] {
  const limit = operation === 'generate' ? 'generated' : 'own';
  const blocked = rules.filter((rule) => (scores[rule.score] ?? 0) >= rule[limit]);
  return [...new Set(blocked.map(({ category }) => category))];
}
