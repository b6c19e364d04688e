import { createContext, use } from 'react';
import { type CutName, cuts } from '../../content/film/cuts.ts';

/** The cut that is drawn. */
export const CutContext = createContext<CutName>('wide');

/** Name and geometry of the cut that is drawn. */
export const useCut = () => {
  const name = use(CutContext);
  return { name, ...cuts[name] };
};
