import type { CheckWords } from './check-words.ts';

export const spanish: CheckWords = {
  asides: `
    este, pues, bueno,
    en primer lugar, en segundo lugar, primero, luego, y luego, a ver, en fin, pues nada, en plan, sabes, oye,
    mira, vale, o sea que, ah, buf, al final bueno`,
  markers: `
    no, no espera, espera, perdón, perdona, digo, bueno no, mejor dicho, quiero decir, no perdona, corrijo,
    o mejor, corrección`,
  restarts: 'borra todo, empiezo otra vez, olvida todo, borra eso',
  marks: `
    coma, punto, dos puntos, punto y coma, signo de interrogación, signo de exclamación, nueva línea,
    punto y aparte, punto y seguido, nuevo párrafo, comillas, abre comillas, cierra comillas, guion, arroba,
    paréntesis`,
  negations: 'no nunca jamas nada nadie ningun ninguno ninguna ni sin tampoco',
  interjections: 'no',
  meansNo: 'rechazado rechazada denegado cancelado imposible evitar prohibido',
  interrogatives: `
    que quien quienes como cuando donde porque cuanto cuantos cuanta cuantas cual cuales puedes puede`,
  answers: 'si claro',
  orders: 'escribe escribeme redacta traduce resume haz prepara explica',
  stops: `
    que con por del los las una sus mis tus hay nos les muy mas fue ser ya era han has son dos tan vez asi aqui ahi
    alli esta estan tiene tienen hacer hace donde para unos unas este estos estas ese esa como pero porque cuando
    hasta desde sobre entre todo todos todas ella ellos estar`,
  reservations: `
    quizas/quiza/acaso/probablemente solo/solamente/unicamente menos mas siempre casi/aproximadamente salvo/excepto`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/ciento=PCT m²/qm/m2/cuadrados=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    metros/metro/m=METROS`,
  dayparts: 'tarde noche',
  weekdays: 'lunes martes miercoles jueves viernes sabado domingo',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  preambles:
    /^(?:(?:claro|por supuesto|desde luego)\s*[!,.]?\s*)?(?:(?:aquí|acá) (?:está|tienes|tiene|va)(?!\p{L})[^\n:]{0,60}:|texto (?:corregido|revisado)[^\n:]{0,40}:)\s*/iu,
  closings:
    /(?:\n|(?<=[.!?]))\s*(?:avísame|hazme saber|háganme saber|espero que|si (?:quieres|necesitas|desea))[^\n]*$/iu,
  numbers: {
    small: `
      cero=0 un/uno/una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12
      trece=13 catorce=14 quince=15 dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 treinta=30
      cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 veintiuno/veintiun/veintiuna=21
      veintidos=22 veintitres=23 veinticuatro=24 veinticinco=25 veintiseis=26 veintisiete=27 veintiocho=28
      veintinueve=29 doscientos/doscientas=200 trescientos/trescientas=300 cuatrocientos/cuatrocientas=400
      quinientos/quinientas=500 seiscientos/seiscientas=600 setecientos/setecientas=700 ochocientos/ochocientas=800
      novecientos/novecientas=900`,
    ordinals: `
      primero/primer/primera=1 segundo/segunda=2 tercero/tercer/tercera=3 cuarto/cuarta=4 quinto/quinta=5
      sexto/sexta=6 septimo=7 octavo=8 noveno=9 decimo=10`,
    hundred: 'cien ciento',
    thousand: 'mil',
    million: 'millon millones',
    and: 'y',
    weak: `
      un uno una primero primer primera segundo segunda tercero tercer tercera cuarto cuarta quinto quinta sexto
      sexta septimo octavo noveno decimo`,
    half: 'media medio',
    quarter: 'cuarto',
    minus: 'menos',
    tensAnd: true,
  },
};
