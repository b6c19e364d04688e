/** The documents whose versions are kept (specification 2: legal pages). The name is the folder in content/legal. */
export const legalDocuments = ['terms', 'eula', 'ai-service-use-policy', 'privacy-policy', 'cookie-policy'] as const;

export type LegalDocument = (typeof legalDocuments)[number];

/** Every document that is published in versions: those to be accepted, and those for information only. */
export const publishedDocuments = [...legalDocuments, 'impressum', 'accessibility', 'withdrawal'] as const;

export type PublishedDocument = (typeof publishedDocuments)[number];

/** True for a document that is published in versions. */
export function isPublishedDocument(name: unknown): name is PublishedDocument {
  return publishedDocuments.includes(name as PublishedDocument);
}

/** The four checkboxes before a download (specification 5), in their order on the form. */
export const confirmationNames = ['terms', 'cookies', 'diskSpace', 'beta'] as const;

export type ConfirmationName = (typeof confirmationNames)[number];

/** The documents that a checkbox accepts or confirms as read. Acceptance records follow from this table. */
export const confirmationDocuments: Record<ConfirmationName, readonly LegalDocument[]> = {
  terms: ['terms', 'eula', 'ai-service-use-policy', 'privacy-policy'],
  cookies: ['cookie-policy'],
  diskSpace: [],
  beta: [],
};

interface Version {
  document: string;
  version: string;
}

/**
 * The boxes to be ticked by somebody who has `accepted` these versions: all but those whose documents were all accepted
 * in their `inForce` version. A box without documents is shown each time.
 */
export function confirmationsToAsk(inForce: readonly Version[], accepted: readonly Version[]): ConfirmationName[] {
  const isAccepted = ({ document, version }: Version) =>
    accepted.some((done) => done.document === document && done.version === version);
  return confirmationNames.filter((name) => {
    const documents = inForce.filter(({ document }) =>
      (confirmationDocuments[name] as readonly string[]).includes(document),
    );
    return documents.length === 0 || !documents.every(isAccepted);
  });
}
