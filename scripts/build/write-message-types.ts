/** Writes the types of the message catalogue; types are checked against them. */
import { writeMessageTypes } from './catalogues.ts';

writeMessageTypes();
