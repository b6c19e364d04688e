import { filmDurationMs } from '../../../content/film/timeline.ts';
import { formatNumber } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { Breadcrumb } from '../../components/breadcrumb.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { DemoFilm } from '../../scenes/demo-film.tsx';
import { FilmTranscript } from '../../scenes/film-transcript.tsx';

/** The film with its chapters and its transcript (specification 2: demo video page with breadcrumb). */
export default function Demo() {
  const { t, locale } = useMessages();
  const seconds = formatNumber(locale, Math.round(filmDurationMs / 1_000));
  return (
    <article className="demo">
      <header className="page-width demo-head">
        <Breadcrumb
          label={t('demo.breadcrumb')}
          items={[{ label: t('layout.menu.speech-to-text'), href: paths.landing }, { label: t('demo.title') }]}
        />
        <h1>{t('demo.heading', { seconds })}</h1>
        <p className="lead">{t('demo.description')}</p>
      </header>
      <div className="page-width demo-film">
        <DemoFilm seenFirst />
      </div>
      <section className="page-width demo-transcript" aria-labelledby="transcript-heading">
        <div>
          <h2 id="transcript-heading">{t('film.transcript')}</h2>
          <p>{t('film.transcript.lead')}</p>
          <div className="button-row">
            <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
            <Link className="line-link" href={paths.features}>
              {t('demo.features')}
            </Link>
          </div>
        </div>
        <FilmTranscript />
      </section>
    </article>
  );
}
