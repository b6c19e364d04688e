import { Audience } from './landing/audience.tsx';
import { Closing } from './landing/closing.tsx';
import { Comparison } from './landing/comparison.tsx';
import { FeatureList } from './landing/feature-list.tsx';
import { FilmTeaser } from './landing/film-teaser.tsx';
import { Hero } from './landing/hero.tsx';
import { Prices } from './landing/prices.tsx';
import { Story } from './landing/story.tsx';
import { WorkingModes } from './landing/working-modes.tsx';

/** The product page (specification 2: home and product page). */
export default function Landing() {
  return (
    <>
      <Hero />
      <Comparison />
      <FeatureList />
      <WorkingModes />
      <FilmTeaser />
      <Audience />
      <Prices />
      <Story />
      <Closing />
    </>
  );
}
