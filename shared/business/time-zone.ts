/** Where the company has its seat and its office: debts fall due, notices arrive and books are closed by its calendar. */
export const businessTimeZone = 'Europe/Zurich';
