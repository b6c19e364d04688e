/** What somebody who has withdrawn or cancelled names to ask about it: the beginning of its id. */
export const noticeNumber = (id: string): string => id.slice(0, 8).toUpperCase();
