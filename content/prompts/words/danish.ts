import type { CheckWords } from './check-words.ts';

export const danish: CheckWords = {
  asides: `
    for det første, for det andet, for det tredje, og så, nå, jamen, nå ja, øv, ja, okay, jo, så`,
  markers: `
    nej, nej vent, vent, nå nej, eller nej, undskyld, nej undskyld, jeg mener, rettere sagt, eller rettere, rettelse, øh`,
  restarts: 'slet det, stryg det, jeg starter forfra, glem det',
  marks: `
    komma, punktum, kolon, semikolon, spørgsmålstegn, udråbstegn, ny linje, nyt afsnit, citationstegn, bindestreg,
    snabel-a, parentes`,
  negations: 'ikke aldrig ingen intet ej hverken uden ingenting',
  interjections: 'nej',
  meansNo: 'afvist afslaet aflyst umuligt undga forbudt',
  interrogatives: 'hvad hvem hvilken hvilket hvilke hvornar hvor hvorfor hvordan har er kan skal ma findes',
  answers: 'ja selvfølgelig bestemt',
  orders: 'skriv oversæt sammenfat formuler forklar',
  stops: `
    og at det som den har var for med han hun et men kan skal ved mig dig sig os nar der her min din sin bli far
    fik gar gor nu ud op ind da sa ja vi du jeg de dem vor lige ogsa bare ikke til fra være skulle kunne man eller
    sit sine vores jeres alle meget mere om pa af efter under over denne dette disse ville blev bliver`,
  reservations: `
    maske/eventuelt/nok/formentlig kun/bare/blot mindst højst mere mindre altid næsten/cirka/omkring undtagen`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/procent=PCT m²/qm/m2/kvadratmeter/kvm=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore/klokken=CLOCK
    kr/kroner/krone=DKK meter/m=METER`,
  dayparts: 'aften eftermiddag aftenen',
  weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
  months: 'januar februar marts april maj juni juli august september oktober november december',
  preambles:
    /^(?:(?:selvfølgelig|naturligvis|ja)\s*[!,.]?\s*)?(?:her (?:er|kommer)(?!\p{L})[^\n:]{0,60}:|(?:redigeret|rettet) tekst[^\n:]{0,40}:)\s*/iu,
  closings: /(?:\n|(?<=[.!?]))\s*(?:sig til|lad mig vide|jeg håber|vil du have)[^\n]*$/iu,
  numbers: {
    small: `
      nul=0 en/et=1 to=2 tre=3 fire=4 fem=5 seks=6 syv=7 otte=8 ni=9 ti=10 elleve=11 tolv=12 tretten=13 fjorten=14
      femten=15 seksten=16 sytten=17 atten=18 nitten=19 tyve=20 tredive=30 fyrre/fyrretyve=40
      halvtreds/halvtredsindstyve=50 tres/tresindstyve=60 halvfjerds/halvfjerdsindstyve=70 firs/firsindstyve=80
      halvfems/halvfemsindstyve=90`,
    ordinals: `
      forste/første=1 anden/andet/andre=2 tredje/tredjedele=3 fjerde=4 femte=5 sjette=6 syvende=7 ottende=8 niende=9
      tiende=10 ellevte/elvte=11 tolvte=12 trettende=13 tredivte=30 tyvende=20`,
    ordinalEnds: 'ende nde te de',
    hundred: 'hundrede hundred hundreder',
    thousand: 'tusind tusinde',
    million: 'million millioner milliarder',
    and: 'og',
    weak: 'en et første anden andet andre tredje tredjedele',
    half: 'halv halvt halvanden',
    quarter: 'kvart',
    halfBefore: 'halv',
    past: 'over',
    to: 'i',
    glued: true,
    inverted: true,
  },
};
