import { type DatabaseCommand, OperatorMistake } from '../../contract/command.ts';
import { auditActions } from './audit.ts';

/** Who looks over the operators needs the head from somewhere that they cannot write. */
export const auditVerify: DatabaseCommand = {
  kind: 'database',
  name: 'audit verify',
  usage: '[<head noted earlier>]',
  summary:
    'Proves that no recorded action was changed, removed or put in between, and prints the head to note elsewhere',
  async work({ kysely }, args) {
    const [given, ...rest] = args;
    if (rest.length || (given !== undefined && !/^[0-9a-f]{64}$/.test(given)))
      throw new OperatorMistake('Give at most one head: 64 hexadecimal digits.');
    const { actions, head, fault, hasGiven } = await auditActions(kysely, given);
    const isMissing = given !== undefined && !hasGiven;
    return {
      lines: [
        fault
          ? `The record is NOT WHOLE: at action ${fault.position}, ${fault.what}.`
          : `${actions} actions are as they were recorded.`,
        ...(head ? [`Head: ${head.sha256} after action ${head.position}.`] : []),
        ...(isMissing ? ['The head noted earlier is NOT in it: expired by now, or all was REWRITTEN.'] : []),
      ],
      outcome: fault ? 'not whole' : isMissing ? 'head missing' : `whole: ${actions}`,
      failed: fault !== undefined || isMissing,
    };
  },
};
