import { createContext } from 'react';
import type { Catalogue } from './catalogue.ts';

/** The catalogue of the page load. Its language never changes: choosing another one reloads the page. */
export const MessagesContext = createContext<Catalogue | null>(null);
