import type { CheckWords } from './check-words.ts';

export const italian: CheckWords = {
  asides: `
    cioè, praticamente, tipo,
    per prima cosa, in primo luogo, primo punto, secondo punto, terzo punto, e poi, allora, ecco, ah sì, ah, boh,
    nel senso che, nel senso, poi diciamo, quindi, va bene, ok`,
  markers: `
    anzi, anzi no, no, no scusa, scusa, volevo dire, cioè, facciamo, o meglio, meglio, correggo, pardon, ripeto,
    aspetta, correzione`,
  restarts: 'cancella tutto, ricomincio, da capo, lascia perdere tutto, ripartiamo',
  marks: `
    virgola, punto, due punti, punto e virgola, punto interrogativo, punto esclamativo, a capo, punto a capo,
    punto e a capo, nuovo paragrafo, tra virgolette, aperte virgolette, chiuse virgolette, trattino, chiocciola, parentesi`,
  negations: 'non niente nessun nessuno nessuna mai nulla ne neanche nemmeno neppure senza mica',
  interjections: 'no',
  meansNo: 'rifiutato respinto respinta annullato impossibile evitare vietato',
  interrogatives: 'che chi cosa come quando dove perche quanto quanti quanta quante quale quali posso puoi',
  answers: 'si certo certamente volentieri',
  orders: 'scrivi scrivimi traduci riassumi elenca prepara redigi spiega',
  stops: `
    che per del con una dei gli nel tra fra poi mio suo tuo lei lui noi voi ora gia era ha ho hai hanno dai sia qui
    qua cui fare fa molto poco stato essere della dello delle degli dal dalla nella nelle sul sulla uno questo
    questa questi queste quello quella sono come piu anche dopo prima quando dove tutto tutti tutte sua loro io mia
    ancora solo`,
  reservations: `
    forse/probabilmente/magari soltanto/solo/solamente almeno/minimo massimo meno piu sempre quasi/circa
    tranne/salvo`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/cento=PCT m²/qm/m2/quadri/quadrati=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    metri/metro/m=METRI`,
  dayparts: 'sera pomeriggio notte',
  weekdays: 'lunedi martedi mercoledi giovedi venerdi sabato domenica',
  months: `
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre`,
  preambles:
    /^(?:(?:certo|certamente|va bene|volentieri)\s*[!,.]?\s*)?(?:ecco(?!\p{L})[^\n:]{0,60}:|testo (?:corretto|rivisto)[^\n:]{0,40}:)\s*/iu,
  closings: /(?:\n|(?<=[.!?]))\s*(?:fammi sapere|mi faccia sapere|spero che|se (?:vuoi|desidera|hai))[^\n]*$/iu,
  numbers: {
    small: `
      zero=0 un/uno/una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12
      tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti/vent=20
      trenta/trent=30 quaranta/quarant=40 cinquanta/cinquant=50 sessanta/sessant=60 settanta/settant=70
      ottanta/ottant=80 novanta/novant=90`,
    ordinals: `
      primo/prima=1 secondo/seconda=2 terzo/terza/terzi=3 quarto/quarta=4 quinto/quinta=5 sesto/sesta=6
      settimo/settima=7 ottavo/ottava=8 nono/nona=9 decimo/decima=10`,
    ordinalEnds: 'esimo esima esimi',
    hundred: 'cento cent',
    thousand: 'mille mila',
    million: 'milione milioni miliardi',
    and: 'e',
    weak: `
      un uno una sei vent trent primo prima secondo seconda terzo terza quarto quarta quinto quinta sesto sesta
      settimo settima ottavo ottava nono nona decimo decima terzi`,
    half: 'mezza mezzo',
    quarter: 'quarto',
    minus: 'meno',
    glued: true,
  },
};
