/** A failure whose message says everything, so that no stack trace is printed. */
export class ExplainedError extends Error {
  explained = true;
}
