import type { Feature } from '../../contract/feature.ts';
import { billingLetters } from './texts.ts';

/** Mails about what is bought; the features that know of it enqueue them. */
export const textsFeature: Feature = { letters: [billingLetters] };
