import type { CheckWords } from './check-words.ts';

export const portuguese: CheckWords = {
  asides: `
    tipo, pronto, quer dizer,
    em primeiro lugar, em segundo lugar, depois, e depois, hã, olha, ora bem, bolas, portanto, então, bem, pois,
    sabes, acho que, sei lá`,
  markers: `
    não, não desculpa, desculpa, aliás, ai não, quer dizer, ou melhor, perdão, digo, espera, corrijo, correção, não espera`,
  restarts: 'apaga tudo, esquece tudo, recomeçando, do princípio',
  marks: `
    vírgula, ponto, dois pontos, ponto e vírgula, ponto de interrogação, ponto de exclamação, nova linha,
    parágrafo, novo parágrafo, ponto parágrafo, aspas, abre aspas, fecha aspas, hífen, travessão, arroba,
    parêntesis, ponto final`,
  negations: 'nao nunca jamais nada ninguem nenhum nenhuma nem sem tampouco',
  interjections: 'nao',
  meansNo: 'recusado rejeitado cancelado impossivel evitar proibido',
  interrogatives: `
    que quem como quando onde porque quanto quantos quanta quantas qual quais sabem sabes podes pode`,
  answers: 'sim claro',
  orders: 'escreve escreva redige traduz resume faz prepara explica',
  stops: `
    que com por dos das uma nos mas seu sua tem ser foi ate ja era sao vai vou ele ela lhe lhes meu teu tua aqui
    ali assim muito pouco fazer faz ha lo la os as para uns umas este esta esse essa isto isso como mais porque
    quando onde desde sobre entre todo todos todas eles minha estar pela pelo`,
  reservations: `
    talvez/provavelmente so/somente/apenas menos mais sempre quase/aproximadamente exceto/salvo`,
  units: `
    euro/euros/€/eur=EUR franken/franc/francs/chf/fr/franchi/francos=CHF dollar/dollars/$/dollari/dolares/usd=USD
    pound/pounds/quid/£/gbp=GBP %/percent/prozent/pct/cento=PCT m²/qm/m2/quadrados=SQM
    kg/kilo/kilos/kilogramm/chili/chilo/quilos=KG uhr/h/oclock/pm/am/heures/heure/kl/horas/ore=CLOCK
    metros/metro/m=METROS`,
  dayparts: 'tarde noite',
  weekdays: 'segunda terca quarta quinta sexta sabado domingo',
  months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  preambles:
    /^(?:(?:claro|com certeza|claro que sim)\s*[!,.]?\s*)?(?:aqui (?:está|tens|tem|vai|fica)(?!\p{L})[^\n:]{0,60}:|texto (?:corrigido|revisto|revisado)[^\n:]{0,40}:)\s*/iu,
  closings: /(?:\n|(?<=[.!?]))\s*(?:diz-me|diga-me|avisa-me|espero que|se (?:quiseres|quiser|precisares))[^\n]*$/iu,
  numbers: {
    small: `
      zero=0 um/uma=1 dois/duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13
      catorze/quatorze=14 quinze=15 dezasseis/dezesseis=16 dezassete/dezessete=17 dezoito=18 dezanove/dezenove=19
      vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 duzentos/duzentas=200
      trezentos/trezentas=300 quatrocentos/quatrocentas=400 quinhentos/quinhentas=500 seiscentos/seiscentas=600
      setecentos/setecentas=700 oitocentos/oitocentas=800 novecentos/novecentas=900`,
    ordinals: `
      primeiro/primeira=1 segundo=2 terceiro/terceira/tercos=3 quarto=4 quinto=5 sexto=6 setimo=7 oitavo=8 nono=9
      decimo=10`,
    hundred: 'cem cento',
    thousand: 'mil',
    million: 'milhao milhoes',
    and: 'e',
    weak: `
      um uma primeiro primeira segundo terceiro terceira tercos quarto quinto sexto setimo oitavo nono decimo`,
    half: 'meia meio',
    quarter: 'quarto',
    minus: 'menos',
    tensAnd: true,
  },
};
