/**
 * What is said and written in the film's pictures. One film serves the five languages of the site, so it is dictated in
 * English, as the app's interface is English; subtitles and transcript are in the visitor's language.
 */
export const onScreen = {
  opening: 'Well-written text.',
  onThisDevice: 'Transcript, made on this device',
  dictation: {
    spoken:
      'um hi aoife i read the draft its nearly there can we move the interview to thursday the photographer is uh away wednesday',
    written:
      'Hi Aoife, I have read the draft, and it is nearly there. Could we move the interview to Thursday? The photographer is away on Wednesday.',
  },
  bullets: {
    spoken:
      'so for the board the launch moves by a week the printer wants the files on monday and oh the room isnt booked yet',
    title: 'For the board',
    points: ['Launch moves by one week', 'Files to the printer on Monday', 'Room not booked yet'],
  },
  draft: {
    spoken:
      'invite the neighbours to our street party saturday from four in harbour row two lines warm and a bit old fashioned',
    written:
      'Bring a chair, a dish and a story. From four on Saturday, Harbour Row belongs to its neighbours again, and the kettle stays on.',
  },
  tones: {
    neutral: 'The report will be two days late. I need the figures from Cork before I can finish it.',
    formal: 'I regret to inform you that the report will be delayed by two days, pending the figures from Cork.',
    friendly: 'A quick heads-up: the report needs two more days. As soon as Cork sends the figures, I’ll wrap it up.',
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
  keywords: {
    keywords: ['desk address', 'sign off', 'case number'],
    spoken: ['the parcel goes to ', 'desk address', ' please ring twice'],
    written: ['The parcel goes to ', 'Unit 3, 14 Quay Lane, Galway', '. Please ring twice.'],
  },
  commands: {
    program: 'Any other program',
    before: 'Dear Mr Keane,',
    written:
      'Thank you for your patience. Your replacement left our warehouse this morning and should reach you tomorrow.',
  },
  modes: {
    device: 'Your computer',
    cloud: 'Cloud AI',
    audio: 'Audio',
    transcript: 'Transcript',
    claim: 'Audio never leaves the device.',
  },
  beta: 'In beta',
} as const;
