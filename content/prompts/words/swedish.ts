import type { CheckWords } from './check-words.ts';

export const swedish: CheckWords = {
  asides: `
    typ,
    för det första, för det andra, för det tredje, och sen, och så, så att, jaha, ja, just det, suck, okej, ju, så,
    äh`,
  markers: `
    nej, nej vänta, vänta, nej förresten, förresten, eller nej, förlåt, nej förlåt, eller snarare, snarare, äsch,
    jag menar, rättare sagt, rättelse, ursäkta, öh`,
  restarts: 'stryk det, stryk allt, börja om, jag börjar om, glöm det',
  marks: `
    komma, punkt, kolon, semikolon, frågetecken, utropstecken, ny rad, nytt stycke, inom citattecken, citattecken, bindestreck,
    snabel-a, parentes`,
  negations: 'inte ej icke aldrig ingen inget inga ingenting varken utan',
  interjections: 'nej',
  meansNo: 'avslagits avslag nekad nekats installd omojligt undvika forbjudet varken',
  interrogatives: 'vad vem vilken vilket vilka nar var vart varfor hur har ar kan ska finns far maste',
  answers: 'ja javisst absolut sjalvklart',
  orders: 'skriv oversatt sammanfatta lista formulera forklara',
  stops: `
    och att det som den har var for med han hon ett men kan ska vid mig dig sig oss nar dar min din sin bli far
    fick gar gor nu ut upp in an da sa ja ni vi du jag de dem vart inte till fran dom vara skulle kunde man eller
    sitt sina era alla mycket mer om pa av efter under over denna detta dessa`,
  reservations: `
    kanske/eventuellt/troligen bara/endast/enbart minst hogst mer mindre alltid nastan/ungefar/cirka/runt utom`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/procent=PCT m²/qm/m2/kvadratmeter/kvm=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore/klockan=CLOCK
    kr/kronor/krona/kronan=SEK meter/m=METER`,
  dayparts: 'kvallen eftermiddagen ikvall kvall',
  weekdays: 'mandag tisdag onsdag torsdag fredag lordag sondag',
  months: 'januari februari mars april maj juni juli augusti september oktober november december',
  preambles:
    /^(?:(?:visst|självklart|absolut)\s*[!,.]?\s*)?(?:här (?:är|kommer)(?!\p{L})[^\n:]{0,60}:|(?:redigerad|rättad) text[^\n:]{0,40}:)\s*/iu,
  closings: /(?:\n|(?<=[.!?]))\s*(?:hör av dig|säg till om|jag hoppas|låt mig veta|vill du att jag)[^\n]*$/iu,
  numbers: {
    small: `
      noll=0 ett/en=1 tva=2 tre=3 fyra=4 fem=5 sex=6 sju=7 atta=8 nio=9 tio=10 elva=11 tolv=12 tretton=13 fjorton=14
      femton=15 sexton=16 sjutton=17 arton=18 nitton=19 tjugo=20 trettio/tretti=30 fyrtio/fyrti=40 femtio/femti=50
      sextio/sexti=60 sjuttio/sjutti=70 attio/atti=80 nittio/nitti=90`,
    ordinals: `
      forsta/forste=1 andra/andre=2 tredje/tredjedelar=3 fjarde=4 femte=5 sjatte=6 sjunde=7 attonde=8 nionde=9
      tionde=10 elfte=11 tolfte=12`,
    ordinalEnds: 'nde de te',
    hundred: 'hundra',
    thousand: 'tusen',
    million: 'miljon miljoner miljarder',
    and: 'och',
    weak: 'en ett forsta forste andra andre tredje tredjedelar',
    half: 'halv halvt halva',
    quarter: 'kvart',
    halfBefore: 'halv',
    past: 'over',
    to: 'i',
    glued: true,
  },
};
