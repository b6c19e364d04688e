/**
 * Facts at the foot of every page. Like all facts about the operator, the defaults are fictional, on reserved domains
 * (RFC 2606): a server on a public address refuses to start while any is left, and names it.
 */
export const imprint = {
  companyName: 'Writing Ant Muster',
  street: 'Musterstrasse 1',
  postalCode: '6300',
  town: 'Zug',
  country: 'CH',
  phone: '+41 41 000 00 00',
  generalEmail: 'info@writing-ant.example',
  commercialRegisterUrl: 'https://register.example/zg/writing-ant-muster',
  commercialRegisterNumber: 'CHE-000.000.000',
} as const;
