/** One pattern of several, a line or more each, whatever their case. */
const anyOf = ({ raw }: TemplateStringsArray) => new RegExp(raw[0]!.trim().split(/\n\s*/).join('|'), 'iu');

/**
 * How mail servers and answering machines speak, in the languages of our customers. What none of these knows waits for a person, so that each
 * only has to be right where it speaks.
 */
export const returnedWords = {
  /** The name or address of a mail server. */
  daemon: anyOf`
    mailer[-_. ]?daemon
    \bpost[- ]?ma(?:ster|il)@|\bpostmaster\b
    mail (?:delivery|administrator|router)|delivery (?:sub)?system
    microsoftexchange|exchange ?(?:server|system)|\bmta\b
    \bbounces?@|\bmailadm|\bmdaemon
  `,
  /** A subject that nobody but a server writes. */
  failedSubject: anyOf`
    ^(?:undeliver(?:able|ed)|returned mail|failure notice|mail delivery fail|delivery (?:failure|failed)|mail could not be delivered)
    ^delivery status notification[: (]+(?:failure|error)
    ^(?:unzustellbar|unzustellbarkeit|zustellung fehlgeschlagen)
    ^(?:kunde inte leverera|olevererbart?|ej levererat)
    ^(?:non recapitabile|mancato recapito|mancata consegna)
    ^(?:non remis|échec de (?:la )?remise|message non distribué|non distribuable)
  `,
  delayed: anyOf`
    \((?:delay|delayed)\)|delivery (?:is |has been )?delayed|delayed (?:mail|message|delivery)|message (?:is |has been )?delayed
    has been delayed
    still (?:being )?(?:trying|undelivered|in (?:the )?queue|retried)
    will (?:keep|continue) (?:on )?(?:trying|to try|to be tried|attempting)
    (?:will|to) be retried|will retry|not yet (?:been )?delivered|delivery attempts will continue
    no action is required on your part
    warning(?: only|: could not send|: message)|you do not need to resend|temporarily delayed|transient delivery
    verzögert|noch nicht zugestellt|weitere(?:r|n)? (?:zustell)?versuche|weiterhin versuch
    wird (?:erneut|weiter(?:hin)?) versucht
    fördröj|försena|ännu inte (?:kunnat )?(?:levererat|levereras|lämnats)|fortsätter att försöka|nya försök
    in ritardo|ritardat[ao]|non (?:è|e['’]) ancora stat[ao]|(?:ulteriori|altri|nuovi) tentativi|nuovo tentativo
    retardée?|pas encore (?:été|pu)|nouvelles tentatives|(?:continuera|continuerons) d[’']essayer|remise différée
  `,
  failed: anyOf`
    undeliver(?:able|ed)|(?:could|can|would|did|was|were)(?:n[’']t| ?not) (?:be )?(?:deliver|reach|sent|send|accept|process)
    cannot be (?:delivered|reached)
    not delivered|non-?deliver|un(?:able|successful)(?: to|ly)? deliver
    delivery (?:has )?(?:failed|failure|error|to the following)|failed (?:to deliver|delivery|recipient|address)
    returned (?:mail|to sender)|returning (?:your )?(?:message|mail)
    message (?:was |has been )?(?:returned|rejected|blocked|bounced)|(?:was|been) (?:rejected|refused|bounced)
    permanent(?:ly)?(?: fatal)? (?:error|failure|rejected)|failure notice|fatal errors?|giving up|gave up|given up
    rejected (?:your|by)
    unknown (?:user|recipient|address|mailbox|local)
    (?:user|recipient|address|mailbox|account)\b.{0,60} (?:unknown|not (?:found|listed|exist|known)|unavailable|disabled|rejected|full)
    (?:user|recipient|address|mailbox|account)\b.{0,60} does(?:n[’']t| not) exist
    no such (?:user|mailbox|recipient|address|account|person)|(?:domain|host) (?:does not exist|not found|unknown)|unrouteable
    over ?quota|quota exceeded|mailbox full|(?:invalid|malformed) (?:user|recipient|address|mailbox)
    \b5\d\d[ -](?:5\.\d|[a-z<])
    unzustellbar|nicht (?:zugestellt|zustellbar|ausgeliefert|übermittelt)|fehlgeschlagen|zurückgewiesen|abgewiesen
    (?:empfänger|adresse|postfach).{0,60} (?:unbekannt|voll|existiert nicht|nicht gefunden)|zustell(?:ungs)?fehler|konnte nicht
    (?:kunde|kan) inte (?:levereras|skickas|lämnas|nås)|kunde inte leverera|inte (?:levererats|kunnat levereras)|olevererbar
    (?:mottagaren|adressen|brevlådan).{0,60} (?:finns inte|okänd|full)|avvisa[td]|misslyckades
    non (?:è stat[oa]|è possibile|è risultato|può essere|ha potuto).{0,40}(?:recapit|consegn|inviat|inviar)
    mancat[oa] (?:recapito|consegna)|impossibile (?:recapitare|consegnare|inviare)|destinatario (?:sconosciuto|inesistente)
    (?:casella|indirizzo).{0,60} (?:piena|inesistente|non esiste)|non recapitabile|respint[oa]
    n[’']a(?: pas)? (?:pas )?(?:pu|été) .{0,20}(?:remis|distribué|délivré|livré|envoyé|achemin)
    échec (?:de (?:la )?)?(?:remise|livraison|distribution)|impossible de (?:remettre|livrer|distribuer|délivrer)
    (?:adresse|destinataire|boîte).{0,60} (?:inconnue?|introuvable|n[’']existe pas|pleine|saturée)|non (?:remis|distribu|délivr)
    rejeté
  `,
  /** No further try follows, also in a text that speaks of a delay. */
  gaveUp: anyOf`
    (?<!before )giving up|gave up|given up|no (?:further|more) (?:delivery )?attempts
    will (?:not|no longer) (?:be )?(?:re)?tr(?:y|ied)|(?:message|mail) (?:has |is )?expired
    permanent(?:ly)?(?: fatal)? (?:error|failure|failed|rejected)|failed permanently
    \b55\d[ -](?:5\.\d|[a-z<])
    aufgegeben|keine (?:weiteren|neuen|erneuten) (?:zustell)?versuche|nicht (?:mehr|erneut|weiter) versucht|endgültig|dauerhaft
    g(?:er|av|ett|ivit) upp|inga (?:fler|nya|ytterligare) (?:leverans)?försök|försöker inte (?:igen|längre)|slutgiltig|definitivt
    abbandonat[oai]|rinunci|(?:nessun[oa]?|non (?:ci )?(?:saranno|sarà|verr(?:anno|à))) .{0,40}tentativ|definitiv[oa]
    abandonn|renonc|aucune (?:autre|nouvelle) tentative|(?:pas|plus) (?:de |d[’'])?(?:autres?|nouvelles?) tentatives?|définitive
  `,
  /** Somebody's machine tells that nobody reads there any more. */
  gone: anyOf`
    no longer (?:in use|valid|active|monitored|works?|employed|with|available)|has left (?:the|our)
    does not (?:work|exist) (?:here )?any
    nicht mehr (?:gültig|aktiv|gelesen|verwendet|genutzt|erreichbar|im unternehmen|bei uns)|ausgeschieden
    (?:används|gäller|läses|finns|arbetar) inte längre|har slutat|inte längre (?:aktiv|i bruk)
    non è più (?:attiv|valid|in uso|lett|presidiat)|non lavora più|non più (?:attiv|valid|in uso)
    n[’']est plus (?:valide|active?|utilisée?|lue?|en service|consultée?)|ne travaille plus|a quitté
  `,
  away: anyOf`
    out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|respond|answer)|on (?:vacation|holiday|leave)|away from
    \bvacation\b|we (?:have )?received your|thank you for (?:your|contacting)
    abwesen|automatische antwort|im urlaub|nicht im (?:büro|haus)|eingangsbestätigung
    frånvar|autosvar|automatiskt svar|på semester|inte på (?:kontoret|plats)
    risposta automatica|fuori (?:sede|ufficio)|in ferie|assenz|assente
    réponse automatique|absen(?:ce|te?)\b|en congés?|en vacances|hors du bureau
  `,
  challenge: anyOf`
    (?:confirm|verify) (?:that )?(?:your|you|this) (?:message|mail|e-?mail|are|address|delivery).{0,60}(?:human|sender|deliver|person|to)
    requires? (?:sender )?(?:verification|confirmation|your authori[sz]ation)
    sender (?:verification|confirmation|authentication)|challenge[-/ ]response
    not (?:yet )?on my (?:list of )?(?:allowed|approved|white|guest)
    (?:awaiting|waiting for) (?:your )?(?:confirmation|verification|approval)|guest list
    bestätigen sie.{0,80}(?:nachricht|absender|zustell|zugestellt)|absender(?:bestätigung|prüfung|verifizierung)
    bekräfta (?:att du|ditt|din).{0,80}(?:meddelande|avsändare|levereras)|avsändar(?:verifiering|bekräftelse)
    (?:confermi|conferma|confermare).{0,80}(?:messaggio|mittente|consegnat|recapitat)|verifica del mittente
    confirme[rz].{0,80}(?:message|expéditeur|remis|délivré|distribué)|vérification de l[’']expéditeur
  `,
  /** Where a copy of the mail begins: a line that says so, or its headers. */
  copy: anyOf`
    \n[-=_*> ]{0,40}(?:this is |below (?:this line )?is |here is |begin )?(?:a )?copy of (?:the|your|th) ?[^\n]{0,80}
    \n[-=_*> ]{0,40}(?:the )?(?:original|returned|unsent|undelivered|failed|bounced) (?:message|mail|e-?mail|text)[^\n]{0,80}
    \n[-=_*> ]{0,40}(?:message headers?|headers? of the original|included is a copy|transcript of message)[^\n]{0,80}
    \n[-=_*> ]{0,40}(?:ursprüngliche nachricht|kopie der nachricht|ursprungligt meddelande|kopia av)[^\n]{0,80}
    \n[-=_*> ]{0,40}(?:messaggio originale|copia del messaggio|message (?:d[’'])?origine?|copie du message)[^\n]{0,80}
    \n(?:return-path|received|message-id|x-mailer|mime-version) ?:
    \nfrom: [^\n]{0,200}\n(?:subject|date|to):
  `,
} as const;
