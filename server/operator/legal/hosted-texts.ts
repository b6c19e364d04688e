import { operator } from '../../../shared/business/company.ts';
import type { Locale } from '../../../shared/locales.ts';

/** One sentence while our own text is in force, another once the operator configures an address (decisions, pages). */
interface Sentences {
  own: string;
  hosted: (address: string) => string;
}

const terms: Record<Locale, Sentences> = {
  en: {
    own: 'This text is the version in force; there is no separately hosted text.',
    hosted: (address) => `The hosted text is at <${address}>; this page shows which version applies since when.`,
  },
  de: {
    own: 'Dieser Text ist die geltende Fassung; eine gesondert gehostete Fassung gibt es nicht.',
    hosted: (address) =>
      `Die gehostete Fassung steht unter <${address}>; diese Seite zeigt, welche Version seit wann gilt.`,
  },
  sv: {
    own: 'Den här texten är den gällande versionen; någon separat publicerad text finns inte.',
    hosted: (address) =>
      `Den publicerade texten finns på <${address}>; den här sidan visar vilken version som gäller sedan när.`,
  },
  it: {
    own: 'Questo testo è la versione in vigore; non esiste un testo ospitato altrove.',
    hosted: (address) =>
      `Il testo ospitato altrove si trova su <${address}>; questa pagina indica quale versione vale e da quando.`,
  },
  fr: {
    own: 'Ce texte est la version en vigueur\u202f; il n’existe pas de texte hébergé ailleurs.',
    hosted: (address) =>
      `Le texte hébergé se trouve sur <${address}>\u202f; cette page indique quelle version s’applique et depuis quand.`,
  },
};

const privacyPolicy: Record<Locale, Sentences> = {
  en: {
    own: 'This text is the main policy and the one in force; no separately hosted policy applies.',
    hosted: (address) => `The main policy is hosted at <${address}>; this text applies together with it.`,
  },
  de: {
    own: 'Dieser Text ist die Haupterklärung und die geltende Fassung; eine gesondert gehostete Erklärung gibt es nicht.',
    hosted: (address) => `Die Haupterklärung ist unter <${address}> gehostet; dieser Text gilt zusammen mit ihr.`,
  },
  sv: {
    own: 'Den här texten är huvudpolicyn och den som gäller; någon separat publicerad policy finns inte.',
    hosted: (address) => `Huvudpolicyn är publicerad på <${address}>; den här texten gäller tillsammans med den.`,
  },
  it: {
    own: 'Questo testo è l’informativa principale e quella in vigore; non esiste un’informativa ospitata altrove.',
    hosted: (address) => `L’informativa principale è ospitata su <${address}>; questo testo vale insieme a essa.`,
  },
  fr: {
    own: 'Ce texte est la politique principale et celle en vigueur\u202f; il n’existe pas de politique hébergée ailleurs.',
    hosted: (address) =>
      `La politique principale est hébergée sur <${address}>\u202f; ce texte s’applique conjointement avec elle.`,
  },
};

const sentence = (address: string | null, { own, hosted }: Sentences) => (address === null ? own : hosted(address));

/** Where to find the Terms in force (specification 2: Terms, hosted externally). */
export const hostedTermsSentence = (locale: Locale): string => sentence(operator.hostedTermsUrl, terms[locale]);

/** Where to find the main privacy policy (specification 2: link to a hosted main policy). */
export const hostedPrivacyPolicySentence = (locale: Locale): string =>
  sentence(operator.hostedPrivacyPolicyUrl, privacyPolicy[locale]);
