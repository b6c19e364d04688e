import type { CheckWords } from './check-words.ts';

export const norwegian: CheckWords = {
  asides: `
    for det første, for det andre, for det tredje, og så, ikke sant, ja, å ja, uff, ok, okei, da, jo, så`,
  markers: `
    nei, nei vent, vent, eller nei, unnskyld, jeg mener, rettere sagt, eller rettere, forresten, nei forresten,
    eller, rettelse, eh`,
  restarts: 'stryk det, slett det, jeg begynner på nytt, glem det',
  marks: `
    komma, punktum, kolon, semikolon, spørsmålstegn, utropstegn, ny linje, nytt avsnitt, i anførselstegn, anførselstegn, bindestrek,
    krøllalfa, parentes`,
  negations: 'ikke aldri ingen intet ingenting verken uten ikkje',
  interjections: 'nei',
  meansNo: 'avslatt avvist avlyst umulig unnga forbudt',
  interrogatives: 'hva hvem hvilken hvilket hvilke nar hvor hvorfor hvordan har er kan skal ma finnes',
  answers: 'ja selvfølgelig absolutt',
  orders: 'skriv oversett sammenfatt formuler forklar',
  stops: `
    og at det som den har var for med han hun et men kan skal ved meg deg seg oss nar der her min din sin bli far
    fikk gar gjor na ut opp inn da sa ja vi du jeg de dem bare ogsa ikke til fra være skulle kunne man eller sitt
    sine vare deres alle mye mer om pa av etter under over denne dette disse ville ble blir`,
  reservations: `
    kanskje/eventuelt/trolig bare/kun minst høyst mer/mere mindre alltid nesten/omtrent/cirka/rundt unntatt`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/prosent=PCT m²/qm/m2/kvadratmeter/kvadrat/kvm=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore/klokka/klokken=CLOCK
    kr/kroner/krone=NOK meter/m=METER`,
  dayparts: 'kvelden ettermiddagen kveld ettermiddag',
  weekdays: 'mandag tirsdag onsdag torsdag fredag lørdag søndag',
  months: 'januar februar mars april mai juni juli august september oktober november desember',
  preambles:
    /^(?:(?:selvfølgelig|klart|ja)\s*[!,.]?\s*)?(?:her (?:er|kommer)(?!\p{L})[^\n:]{0,60}:|(?:redigert|rettet) tekst[^\n:]{0,40}:)\s*/iu,
  closings: /(?:\n|(?<=[.!?]))\s*(?:si fra|gi meg beskjed|jeg håper|vil du at jeg)[^\n]*$/iu,
  numbers: {
    small: `
      null=0 en/ett/et=1 to=2 tre=3 fire=4 fem=5 seks=6 sju/syv=7 atte=8 ni=9 ti=10 elleve=11 tolv=12 tretten=13
      fjorten=14 femten=15 seksten=16 sytten=17 atten=18 nitten=19 tjue/tyve=20 tretti/tredve=30 førti/førr=40
      femti=50 seksti=60 sytti=70 atti=80 nitti=90`,
    ordinals: `
      første=1 andre/annen/annet=2 tredje/tredeler=3 fjerde=4 femte=5 sjette=6 sjuende/syvende=7 attende=8 niende=9
      tiende=10 ellevte=11 tolvte=12 trettiende=30 tjuende=20`,
    ordinalEnds: 'ende nde te de',
    hundred: 'hundre',
    thousand: 'tusen',
    million: 'million millioner milliarder',
    and: 'og',
    weak: 'en ett et første andre annen annet tredje tredeler',
    half: 'halv halvt halvannen',
    quarter: 'kvart',
    halfBefore: 'halv',
    past: 'over',
    to: 'pa',
    glued: true,
    inverted: true,
  },
};
