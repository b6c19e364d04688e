import { releaseKey } from '../../operator/commands/release-key.ts';
import { releasePublish } from '../../operator/commands/release-publish.ts';
import { releaseVerify } from '../../operator/commands/release-verify.ts';
import { releaseWithdraw } from '../../operator/commands/release-withdraw.ts';

export const releaseCommands = [releasePublish, releaseWithdraw, releaseVerify, releaseKey];
