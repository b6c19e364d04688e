import type { CheckWords } from './check-words.ts';

export const french: CheckWords = {
  asides: `
    du coup, en fait, quoi,
    d'abord, ensuite, premièrement, deuxièmement, troisièmement, et puis, bon, enfin, alors, voilà, genre,
    enfin bref, bref, donc, ah oui, ok, hein, disons`,
  markers: `
    non, non pardon, pardon, non attends, attends, je veux dire, ah non, plutôt, enfin, ou plutôt, correction,
    même pas, euh, efface, oublie, excuse`,
  restarts: 'efface tout, on recommence, je recommence, oublie tout, annule tout',
  marks: `
    virgule, point, deux points, point virgule, point d interrogation, point d exclamation, à la ligne,
    nouveau paragraphe, nouvelle ligne, guillemets, ouvrez les guillemets, fermez les guillemets, parenthèse,
    tiret, arobase, slash, point à la ligne`,
  negations: 'pas jamais rien aucun aucune ni sans personne guere nullement',
  interjections: 'non',
  meansNo: 'refuse rejete annule impossible eviter refuser cesser interdit',
  interrogatives: 'que qui quoi quand ou comment pourquoi combien quel quelle quels quelles est peux peut',
  answers: 'oui bien certainement volontiers',
  orders: 'ecris redige traduis resume liste explique redigez ecrivez',
  stops: `
    les des une est par sur qui que son mon ton ses mes tes ces aux ont eux ils lui moi toi car peu tres puis aussi
    encore meme ici deja ete eu va vas vais sont soit faire fais cette cela c quoi dans avec pour sans plus mais
    donc leur leurs elle elles nous vous tout tous toute cest etait sera bien fait faut avant apres comme quand`,
  reservations: `
    peut-etre/probablement/eventuellement seulement/uniquement moins plus toujours presque/environ sauf`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/pourcent=PCT m²/qm/m2/carres/carre=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    metre/metres/m=METRE`,
  dayparts: 'soir apres midi',
  weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  preambles:
    /^(?:(?:bien sûr|certainement|d'accord|volontiers)\s*[!,.]?\s*)?(?:voici(?!\p{L})[^\n:]{0,60}:|texte (?:corrigé|révisé|nettoyé)[^\n:]{0,40}:)\s*/iu,
  closings:
    /(?:\n|(?<=[.!?]))\s*(?:n'hésite[sz]? pas|fais-moi savoir|faites-moi savoir|j'espère|si (?:tu|vous) souhaite)[^\n]*$/iu,
  numbers: {
    small: `
      zero=0 un/une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13
      quatorze=14 quinze=15 seize=16 vingt/vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70
      huitante/octante=80 nonante=90`,
    ordinals: `
      premier/premiere/unieme=1 second/seconde/deuxieme=2 troisieme/tiers=3 quatrieme=4 cinquieme=5 sixieme=6
      septieme=7 huitieme=8 neuvieme=9 dixieme=10`,
    hundred: 'cent cents',
    thousand: 'mille',
    million: 'million millions milliard milliards',
    and: 'et',
    weak: 'un une premier premiere second seconde tiers deuxieme troisieme quatrieme',
    half: 'demi demie',
    quarter: 'quart',
    minus: 'moins',
    tensAnd: true,
  },
};
