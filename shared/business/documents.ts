/** The documents whose versions are kept (specification 2: legal pages). The name is the folder in content/legal. */
export const legalDocuments = ['terms', 'eula', 'ai-service-use-policy', 'privacy-policy', 'cookie-policy'] as const;

export type LegalDocument = (typeof legalDocuments)[number];

/** Every document that is published in versions: those that are accepted, and those that only inform. */
export const publishedDocuments = [...legalDocuments, 'impressum', 'accessibility', 'withdrawal'] as const;

export type PublishedDocument = (typeof publishedDocuments)[number];

/** True for a document that is published in versions. */
export function isPublishedDocument(name: unknown): name is PublishedDocument {
  return publishedDocuments.includes(name as PublishedDocument);
}

/** The four checkboxes before a download (specification 5), in their order on the form. */
export const confirmationNames = ['terms', 'cookies', 'diskSpace', 'beta'] as const;

export type ConfirmationName = (typeof confirmationNames)[number];

/** Which documents a checkbox accepts or has been read for. Acceptance records follow from this table. */
export const confirmationDocuments: Record<ConfirmationName, readonly LegalDocument[]> = {
  terms: ['terms', 'eula', 'ai-service-use-policy', 'privacy-policy'],
  cookies: ['cookie-policy'],
  diskSpace: [],
  beta: [],
};
