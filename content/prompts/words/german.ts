import type { CheckWords } from './check-words.ts';

export const german: CheckWords = {
  asides: `
    halt, irgendwie,
    erstens, zweitens, drittens, viertens, und dann, zum schluss, also, so, ja, genau, naja, na ja, eigentlich,
    mal, eben, quasi, gut, okay, und so, weisst du, sag ich mal`,
  markers: `
    nein, nee, ach nein, ach nee, nein warte, warte, stimmt nicht, quatsch, ich meine, beziehungsweise, besser gesagt, sorry,
    entschuldigung, pardon, korrektur, vielmehr, oder doch, doch, äh, streich das, vergiss das, hauptsächlich`,
  restarts: `
    streich das alles, nochmal von vorne, noch mal von vorne, streich das, vergiss das, lösch das,
    alles auf anfang`,
  marks: `
    komma, punkt, doppelpunkt, strichpunkt, semikolon, fragezeichen, ausrufezeichen, neue zeile, neuer absatz,
    absatz, anführungszeichen, klammer auf, klammer zu, gedankenstrich, bindestrich, schrägstrich, at, unterstrich`,
  negations: `
    nimmer nicht nichts kein keine keinen keinem keiner keines nie niemals niemand niemanden nirgends weder ohne
    nid nöd`,
  interjections: 'nein nee',
  meansNo: `
    abgelehnt ablehnen abgesagt verweigert gescheitert unmoglich verzichten vermeiden unterlassen unterlasse
    fehlt mangelt kaum untersagt verboten ausserstande`,
  interrogatives: `
    was wer wem wen wessen wie wann wo wohin woher warum wieso weshalb welche welcher welches welchen hast hat
    haben ist sind kannst kann konnen konnt darf darfst soll muss gibt weiss weisst wird`,
  answers: 'ja gerne naturlich selbstverstandlich',
  orders: `
    schreib schreibe schreiben ubersetze ubersetz fasse formuliere verfasse erstelle liste erklare`,
  stops: `
    war hat ist bin bis man nun gar mal zwar bist seid wer was wir sie ihr ihn ihm sei tut mich uns kam gibt
    wirklich ganz etwas alle alles allem viel viele wieder immer selber selbst jetzt gerade ja ob je dass dies
    diese dieser dieses diesen eine einen einem einer eines auch aber oder wenn weil noch schon sich sein seine
    ihre ihren ihrem nach beim vom zum zur sind haben hatte wird werden wurde kann muss soll dich mir dir euch ich
    der die das den dem des und mit von bei auf aus fur als wie nur sehr mehr dann denn doch hier dort bitte uber
    unter damit dabei daran davon dazu`,
  reservations: `
    vielleicht/eventuell/womoglich/wahrscheinlich/vermutlich/moglicherweise nur/bloss/lediglich
    mindestens/wenigstens hochstens/maximal mehr weniger immer/stets fast/beinahe/knapp/ungefahr/etwa/circa/rund
    alle/samtliche einige/mehrere ausser`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct=PCT m²/qm/m2/quadratmeter/quadratmetern=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    meter/metern/m=METER`,
  dayparts: 'nachmittags abends nachmittag abend nachts',
  weekdays: 'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
  months: 'januar februar marz april mai juni juli august september oktober november dezember',
  preambles:
    /^(?:(?:gerne|natürlich|selbstverständlich|klar)[!,.]?\s*)?(?:hier (?:ist|sind|kommt|der|die)(?!\p{L})[^\n:]{0,60}:|(?:überarbeiteter?|bearbeiteter?|korrigierter?)[^\n:]{0,40}:)\s*/iu,
  closings:
    /(?:\n|(?<=[.!?]))\s*(?:lass(?:en sie)? (?:es )?mich wissen|ich hoffe|falls (?:du|sie)|gerne? kann ich|möchte(?:n sie|st du))[^\n]*$/iu,
  numbers: {
    small: `
      null=0 ein/eins=1 zwei/zwo=2 drei=3 vier=4 funf=5 sechs/sech=6 sieben/sieb=7 acht=8 neun=9 zehn=10 elf=11
      zwolf=12 dreizehn=13 vierzehn=14 funfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20
      dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90`,
    ordinals: `
      erste/ersten/erster/erstes/erstens=1 zweite/zweiten/zweiter/zweites/zweitens=2
      dritte/dritten/dritter/drittes/drittens/drittel=3 siebte/siebten/siebter=7 achte/achten/achter=8 viertens=4`,
    ordinalEnds: 'sten ster ste stes ten ter te tes',
    hundred: 'hundert',
    thousand: 'tausend',
    million: 'million millionen milliarden',
    and: 'und',
    weak: `
      ein eins sech sieb erste ersten erster erstes erstens zweite zweiten zweiter zweites zweitens dritte dritten
      dritter drittes drittens drittel viertens achten achter`,
    half: 'halb halbe halben halber anderthalb eineinhalb',
    quarter: 'viertel',
    halfBefore: 'halb',
    past: 'nach ab',
    to: 'vor',
    glued: true,
    inverted: true,
  },
};
