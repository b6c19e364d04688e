/** Places of the guide that other pages link to; separate from the list that every page loads. */
export const guidePlaces = { breaks: 'when-it-breaks', check: 'check', installation: 'install' } as const;
