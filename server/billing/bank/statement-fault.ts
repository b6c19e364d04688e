/** Says in one sentence, for the operator, why a file is not imported. */
export class StatementFault extends Error {
  override name = 'StatementFault';
}

/** The file is no statement, or none of our account. */
export class NotOurs extends StatementFault {}
