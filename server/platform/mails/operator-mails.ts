import { operator } from '../../../shared/business/company.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import type { Letter } from './letter.ts';
import { writeLetter } from './letter.ts';
import { enqueueMail } from './outbox.ts';

type OperatorMail = Pick<Letter, 'subject' | 'paragraphs' | 'action' | 'note'> & {
  /** What it is about: one mail is sent about it. */
  key: string;
};

/** Mails the operators of something that they have to see to. Ids, never names or addresses. */
export async function mailOperators(deps: ActDependencies, { key, ...said }: OperatorMail): Promise<void> {
  const footer = `This mail goes to the operators of Writing Ant, from its version ${deps.config.version}.`;
  const letter = writeLetter({ ...said, locale: 'en', footer });
  const mail = {
    kind: 'operator-notice',
    dedupeKey: `operator-notice ${key}`,
    accountId: null,
    to: operator.supportEmail,
  };
  await act(deps, (notice) => enqueueMail(notice, { ...letter, ...mail, whenUnknown: 'send-again' }));
}
