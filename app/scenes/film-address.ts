/** Where the film's files stand; scripts/film writes them. */
export const filmFolder = '/film';

/** The film's address, without the ending of either format. */
export const filmAddress = `${filmFolder}/writing-ant-demo`;
