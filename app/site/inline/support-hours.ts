/** Runs at the end of the contact page, which needs no other script before an action. */
import { tellSupportHours } from '../../pages/marketing/contact/tell-support-hours.ts';

tellSupportHours();
