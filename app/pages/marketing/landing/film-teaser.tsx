import { anchors, paths } from '../../../../shared/paths.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { DemoFilm } from '../../../scenes/demo-film.tsx';

/** The film, and links to its chapters and its transcript. */
export function FilmTeaser() {
  const { t } = useMessages();
  return (
    <section className="section" id={anchors.film} aria-labelledby="film-heading">
      <div className="page-width columns film-teaser">
        <div className="stack">
          <h2 id="film-heading">{t('landing.film.title')}</h2>
          <p className="lead">{t('landing.film.text')}</p>
          <p>
            <Link className="line-link" href={paths.demo}>
              {t('landing.film.link')}
            </Link>
          </p>
        </div>
        <DemoFilm />
      </div>
    </section>
  );
}
