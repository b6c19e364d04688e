import { describeSessionProperty } from './fixtures/session-property.ts';

describeSessionProperty();
