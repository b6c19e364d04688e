/** Places of the guide that other pages link to; kept out of the list that every page loads. */
export const guidePlaces = { breaks: 'when-it-breaks', check: 'check', installation: 'install' } as const;
