/** What people do and no code can. */
interface Duty {
  id: string;
  /** Keys of the messages that promise it. */
  messages: readonly string[];
  /** Who does it. */
  by: string;
  /** The operator's command that shows what waits, where there is one. */
  shownBy?: string;
}

export const duties: readonly Duty[] = [
  {
    id: 'support-hours',
    messages: ['contact.hours.text', 'contact.hours.open'],
    by: 'whoever answers the support mailbox',
  },
  {
    id: 'requests-answered-by-people',
    messages: ['contact.privacy.text'],
    by: 'whoever keeps the register; representatives and portal are read by hand',
    shownBy: 'request list',
  },
  { id: 'objections-decided-by-people', messages: ['measures.object'], by: 'the operator', shownBy: 'measure list' },
  {
    id: 'sign-ups-reviewed',
    messages: ['beta.way.review', 'signed-up.step-review'],
    by: 'the operator, once a week',
    shownBy: 'account new',
  },
  {
    id: 'sign-ups-invited',
    messages: ['beta.way.invitation', 'signed-up.step-invitation'],
    by: 'the operator, once a week, after looking through them',
    shownBy: 'invite signed-up',
  },
  { id: 'one-free-account', messages: ['pricing.questions.free.answer'], by: 'the operator', shownBy: 'account alike' },
  { id: 'proof-asked', messages: ['beta.countries.text'], by: 'the operator', shownBy: 'measure list' },
];
