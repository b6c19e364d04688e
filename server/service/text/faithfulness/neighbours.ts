import { plain, type Token, type TongueCode, wordsOf } from './tokens.ts';

/** Words that one of the two neighbours has and the other writes otherwise. */
const tells = {
  da: new Set(
    wordsOf(
      plain(
        'af efter meget hvad mig dig sig nogle nogen nu ud op ugen uge lægen køber bagefter også hjem gøre sige blive tage',
      ),
    ),
  ),
  nb: new Set(
    wordsOf(plain('av etter mye hva meg deg seg noen nå ut opp uka uke legen kjøper etterpå gjøre si bli ta')),
  ),
};

/** Whether a text in Danish became Norwegian, or the other way round: they are told by a few words only. */
export function isNeighbour(code: TongueCode, said: ReadonlySet<string>, written: readonly Token[]): boolean {
  if (code !== 'da' && code !== 'nb') return false;
  const [own, other] = code === 'da' ? [tells.da, tells.nb] : [tells.nb, tells.da];
  const added = written.filter(({ word }) => !said.has(word));
  const foreign = added.filter(({ word }) => other.has(word) && !own.has(word));
  return foreign.length >= 2 && !added.some(({ word }) => own.has(word) && !other.has(word));
}
