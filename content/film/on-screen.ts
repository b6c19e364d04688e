/**
 * What is said and written in the film's pictures. One film serves the five languages of the site, so it is dictated in
 * English, as the app's interface is English; subtitles and transcript are in the visitor's language.
 */
export const onScreen = {
  mail: {
    program: 'Your mail program',
    head: 'To: Sam · Contract',
    spoken: 'um hi sam my trains late so uh start without me ill be there at two no three',
    written: 'Hi Sam, my train is late. Please start without me; I’ll be there at three.',
  },
  modes: {
    device: 'Your computer',
    cloud: 'Cloud AI',
    audio: 'Audio',
    transcript: 'Transcript',
    text: 'Text',
    claim: 'Audio never leaves the device.',
  },
  tones: {
    neutral: 'The report will be two days late. I need the figures from Cork to finish it.',
    formal: 'I regret that the report will be delayed by two days, pending the figures from Cork.',
    friendly: 'A quick heads-up: the report needs two more days. I’m just waiting for Cork’s figures.',
  },
  vocabulary: {
    terms: ['Niamh Ó Broin', 'Dún Laoghaire', 'XR-\u20604', 'Caoimhe Byrne'],
    spoken: 'send doctor neeve o brin the minutes from dun leary and the ex are four manual',
    written: [
      'Send Dr ',
      'Niamh Ó Broin',
      ' the minutes from ',
      'Dún Laoghaire',
      ' and the ',
      'XR-\u20604',
      ' manual.',
    ],
  },
  bullets: {
    spoken:
      'so for the board the launch moves by a week the printer wants the files on monday and oh the room isnt booked yet',
    title: 'For the board',
    points: ['Launch moves by one week', 'Files to the printer on Monday', 'Room not booked yet'],
  },
  prices: {
    heading: 'Per user, per month',
    plans: { free: 'Free', moderate: 'Moderate', high: 'High' },
    requests: 'online requests',
  },
  download: 'Download the free beta',
} as const;
