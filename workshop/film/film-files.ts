import path from 'node:path';

/** Where the finished film is stored. */
export const filmDirectory = path.resolve(import.meta.dirname, '../../public/film');

export const filmFile = (name: string) => path.join(filmDirectory, name);
