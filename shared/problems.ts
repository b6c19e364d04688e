import type { MeasureReason } from './business/measures.ts';

/**
 * Every error the API answers with (RFC 9457), by code. `status` is the HTTP status, `title` the English summary.
 * The site translates by code: `problems.<code>` in the catalogue.
 */
export const problems = {
  'validation-failed': { status: 422, title: 'Some fields are missing or not valid.' },
  'malformed-request': { status: 400, title: 'The request could not be read.' },
  'country-not-eligible': { status: 422, title: 'The product is not available in this country.' },
  'confirmation-missing': { status: 422, title: 'Every confirmation is required.' },
  'documents-changed': { status: 409, title: 'A document has changed since the page was opened.' },
  'confirmations-changed': {
    status: 409,
    title: 'The wording of a confirmation has changed since the page was opened.',
  },
  'platform-not-available': { status: 422, title: 'There is no release for this platform yet.' },
  'consent-id-reused': { status: 409, title: 'This id was used for another consent record.' },
  'idempotency-key-reused': { status: 422, title: 'This Idempotency-Key was used for another request.' },
  'authentication-required': { status: 401, title: 'A valid access token is required.' },
  'webhook-signature-invalid': { status: 400, title: 'This was not signed by the card provider.' },
  'sales-closed': { status: 403, title: 'Nothing is sold to this customer at the moment.' },
  'subscription-exists': { status: 409, title: 'This account has a subscription already.' },
  'order-changed': { status: 409, title: 'The price has changed since the page was opened.' },
  'debt-open': { status: 409, title: 'An invoice of this account is not paid.' },
  'payment-pending': { status: 409, title: 'An order or payment of this account is under way.' },
  'change-not-possible': { status: 409, title: 'This cannot be done with the subscription as it is.' },
  'vat-check-unavailable': { status: 503, title: 'The authority has not confirmed the VAT number yet.' },
  'card-provider-unreachable': { status: 503, title: 'Cards cannot be charged at the moment.' },
  'vat-number-invalid': { status: 422, title: 'This is no VAT number of the country.' },
  'account-ended': { status: 403, title: 'This account has ended.' },
  'account-suspended': { status: 403, title: 'This account is suspended.' },
  'text-service-blocked': { status: 403, title: 'A measure blocks the text service for this account.' },
  'account-throttled': { status: 429, title: 'A measure limits how often this account may use the text service.' },
  'sign-in-too-old': { status: 401, title: 'The app needs a new sign-in: the last one was too long ago.' },
  'desktop-app-required': { status: 403, title: 'Only the installed software can do this.' },
  'app-version-not-supported': { status: 403, title: 'This version of the software is too old.' },
  'country-blocked': { status: 451, title: 'The service is not available in this country.' },
  'account-restricted': { status: 403, title: 'The holder of this account wants its data not to be used.' },
  'sign-in-again': { status: 403, title: 'This needs a sign-in of a few minutes ago.' },
  'impersonation-not-allowed': { status: 403, title: 'This cannot be done for somebody else.' },
  'cross-site-request': { status: 403, title: 'This was sent by a page of another site.' },
  'link-invalid': { status: 403, title: 'This download link is not valid.' },
  'link-expired': { status: 410, title: 'This download link has expired.' },
  'release-withdrawn': { status: 410, title: 'This version has been withdrawn.' },
  'range-not-satisfiable': { status: 416, title: 'The requested range lies outside the file.' },
  'not-found': { status: 404, title: 'There is nothing at this address.' },
  'document-unknown': { status: 404, title: 'There is no legal document of this name.' },
  'document-version-unknown': { status: 404, title: 'This legal document has no such version.' },
  'language-unknown': { status: 404, title: 'Legal documents do not exist in this language.' },
  'method-not-allowed': { status: 405, title: 'This address does not support the method.' },
  'precondition-failed': { status: 412, title: 'The file is not the one that the request is for.' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive.' },
  'payload-too-large': { status: 413, title: 'The request is too large.' },
  'address-too-long': { status: 414, title: 'The address is too long.' },
  'unsupported-media-type': { status: 415, title: 'The body must be application/json.' },
  'headers-too-large': { status: 431, title: 'The headers of the request are too large.' },
  'too-many-downloads': { status: 429, title: 'This account has started as many downloads as it may in one day.' },
  'link-used-up': { status: 429, title: 'This link has sent as much as it may in one day.' },
  'too-many-requests': { status: 429, title: 'Too many requests in a short time.' },
  'idempotency-key-missing': { status: 400, title: 'An Idempotency-Key is required, and has to be a UUID.' },
  'request-in-progress': { status: 409, title: 'This request is being answered already.' },
  'request-already-answered': { status: 409, title: 'This request has been answered; its text is not kept.' },
  'recording-too-long': { status: 422, title: 'The recording is longer than the plan allows.' },
  'transcript-too-long': { status: 422, title: 'The transcript is longer than its recording can be.' },
  'content-not-allowed': { status: 422, title: 'The AI Service Use Policy does not allow this content.' },
  'quota-exhausted': { status: 429, title: 'The requests of this month are used up.' },
  'too-many-open-requests': { status: 429, title: 'As many requests as the plan allows are being answered.' },
  'daily-ceiling-reached': { status: 429, title: 'This account has used as much as it may in one day.' },
  'text-service-unavailable': { status: 503, title: 'The text service is not available at the moment.' },
  'internal-error': { status: 500, title: 'Something went wrong on our side.' },
  'login-keys-unreachable': { status: 503, title: 'The sign-in service cannot be reached at the moment.' },
  'service-unavailable': { status: 503, title: 'The service is not ready.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** Rules a form field can break, as reported in validation errors and shown by the form. */
export const fieldFaults = ['required', 'length', 'range', 'type', 'pattern'] as const;

export type FieldFault = (typeof fieldFaults)[number];

/** The body of a problem response. */
export interface ProblemBody {
  /** `urn:writing-ant:problem:<code>` */
  type: string;
  code: ProblemCode;
  title: string;
  status: number;
  /** Details of this occurrence, in English for developers; never personal data. */
  detail?: string;
  /** Present with `validation-failed` and `confirmation-missing`; `pointer` is a JSON pointer (RFC 6901) into the body. */
  errors?: { pointer: string; fault: FieldFault; detail: string }[];
  /** What to tell the user, in the language of `Accept-Language`; from the text service. */
  message?: string;
  /** Where the user can do something about it. */
  action?: { url: string };
  /** With a limit that ends by itself: when (ISO 8601). */
  resetsAt?: string;
  /** Seconds after which the same can be tried again, as in `Retry-After`. */
  retryAfter?: number;
  /** With `account-suspended`, `text-service-blocked` and `account-throttled`: why, and until when (ISO 8601); null: with no end. */
  reason?: MeasureReason;
  until?: string | null;
  /** With `content-not-allowed`: what was found, where the policy stands, and whom to write to. */
  categories?: string[];
  policy?: string;
  objections?: string;
  /** As in the header `Request-Id` and in our log: to name to support. Only a page that makes a problem itself has none. */
  requestId?: string;
}

/** Members that only some problems have. */
export type ProblemMembers = Pick<
  ProblemBody,
  'message' | 'action' | 'resetsAt' | 'reason' | 'until' | 'categories' | 'policy' | 'objections'
>;
