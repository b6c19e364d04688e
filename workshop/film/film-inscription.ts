import { createHash } from 'node:crypto';
import { interfaceTexts } from '../../app/scenes/interface-texts.ts';
import { cuts } from '../../content/film/cuts.ts';
import { onScreen } from '../../content/film/on-screen.ts';
import { filmChapters } from '../../content/film/timeline.ts';
import { eligibleCountries } from '../../shared/business/eligibility.ts';
import { plans } from '../../shared/business/plans.ts';
import { platforms } from '../../shared/business/product.ts';

const { name, testedVersions, available } = platforms.windows;
const shown = [
  onScreen,
  interfaceTexts,
  Object.values(cuts).map(({ width, height, from, to, trail }) => [width, height, from, to, trail]),
  filmChapters.map(({ id, durationMs }) => [id, durationMs]),
  Object.entries(plans).map(([id, plan]) => [id, plan.monthlyRappen, plan.onlineRequestsPerMonth]),
  eligibleCountries,
  { name, testedVersions, available },
];

/**
 * A digest of the words, numbers and times that the film shows; stored in its files, so that a test notices when a price, a
 * country or a sentence has changed since it was drawn.
 */
export const filmInscription: string = createHash('sha256').update(JSON.stringify(shown)).digest('hex');
