import { describeSessionProperty } from './fixtures/session-property.ts';
import { test } from './fixtures/test.ts';

test.use({ inCookieMode: true });

describeSessionProperty();
