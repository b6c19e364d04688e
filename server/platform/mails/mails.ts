export {
  changeAddress,
  confirmAddress,
  exportAddresses,
  findAddress,
  findAddressById,
  findAddressState,
  findUnchecked,
  forgetAddresses,
  isAskedEnough,
  isConfirmedAddress,
  lockAddress,
  noteAddress,
} from './account-addresses.queries.ts';
export { isUndeliverable, liftSuppression } from './bounces.ts';
export { releaseHeld, settleHeld } from './held-mails.ts';
export { writeLetter } from './letter.ts';
export { formatMoment, lettersOf } from './letters.ts';
export { spellAddress } from './mailbox-name.ts';
export { doubtDue, isMailKnown } from './mails.queries.ts';
export { type AccountAddress, addressMailKind } from './mails.tables.ts';
export { mailOperators } from './operator-mails.ts';
export { enqueueMail, type NewMail } from './outbox.ts';
export { showMails } from './shown-mails.ts';
export {
  adoptMail,
  adoptMailsTo,
  forgetMailsOfNobody,
  forgetUnarrived,
  withdrawMails,
  withdrawUnsent,
} from './undone-mails.queries.ts';
