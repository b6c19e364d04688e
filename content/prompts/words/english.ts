import type { CheckWords } from './check-words.ts';

export const english: CheckWords = {
  asides: `
    firstly, secondly, thirdly, first of all, second of all, and then, finally, like, so, well, okay, ok, right,
    alright, basically, actually, to be honest, oh yeah, let me see, what else, right so, i guess`,
  markers: `
    no, no wait, wait, scratch that, actually, sorry, i mean, make that, make it, rather, or rather, hang on,
    hold on, i beg your pardon, correction, well, forget that, no sorry, so that would be, i dont know, just`,
  restarts: 'scratch that, start over, forget that, from the top, delete that, scrap that',
  marks: `
    comma, period, full stop, colon, semicolon, question mark, exclamation mark, exclamation point, new line,
    newline, new paragraph, open quote, close quote, quote, unquote, dash, hyphen, dot, at, slash, underscore,
    bullet point, open bracket, close bracket`,
  negations: 'not no never none nobody nothing neither nor nowhere without cannot',
  interjections: 'no',
  meansNo: `
    rejected declined denied refused cancelled canceled unable refrain avoid cease impossible cannot
    hardly refuse fail lack`,
  interrogatives: `
    what who whom whose which when where why how do does did is are can could would will have has should may`,
  answers: 'yes sure certainly absolutely yeah',
  orders: 'write translate summarize summarise list draft compose generate create explain',
  stops: `
    need needs all any did got get how who why may say said see let out off too now one day way use his she him its
    our gets put very much many more most only even really thing things well also still back been being than those
    each other others such both this that with have from they them then there their were will would could about
    just some into your what when which her you and the are was for but can had has`,
  reservations: `
    maybe/perhaps/might/possibly/probably only/merely least most more less/fewer always until unless
    almost/nearly/about/roughly/approximately/around all/every/everybody/everyone some/several`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct=PCT m²/qm/m2=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    foot/feet/ft=FT metre/metres/meter/meters/m=METRE`,
  dayparts: 'pm evening afternoon tonight night',
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
  months: 'january february march april may june july august september october november december',
  preambles:
    /^(?:(?:sure|certainly|of course|absolutely|okay)[!,.]?\s*)?(?:here(?:'s|’s| is| are) (?:the|your|an?)(?!\p{L})[^\n:]{0,60}:|(?:cleaned|edited|corrected|revised)[^\n:]{0,40}:)\s*/iu,
  closings:
    /(?:\n|(?<=[.!?]))\s*(?:let me know|i hope this|feel free|is there anything|would you like me|if you(?:'d| would) like)[^\n]*$/iu,
  numbers: {
    small: `
      zero/nought/oh=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11
      twelve/dozen=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20
      thirty=30 forty/fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90`,
    ordinals: `
      first=1 second=2 third/thirds=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11
      twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19
      twentieth=20 thirtieth=30`,
    hundred: 'hundred',
    thousand: 'thousand grand k',
    million: 'million billion',
    and: 'and',
    weak: 'one oh first second third dozen k grand thirds',
    half: 'half',
    quarter: 'quarter',
    halfBefore: 'half',
    past: 'past after',
    to: 'to of till before',
  },
};
