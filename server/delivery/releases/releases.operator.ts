import { releaseKey } from '../../operator/commands/release-key.ts';
import { releasePause, releaseResume } from '../../operator/commands/release-pause.ts';
import { releasePublish } from '../../operator/commands/release-publish.ts';
import { releaseStage } from '../../operator/commands/release-stage.ts';
import { releaseVerify } from '../../operator/commands/release-verify.ts';
import { releaseWithdraw } from '../../operator/commands/release-withdraw.ts';

export const releaseCommands = [
  ...[releasePublish, releaseStage, releasePause, releaseResume],
  ...[releaseWithdraw, releaseVerify, releaseKey],
];
