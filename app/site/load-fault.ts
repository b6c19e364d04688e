/** A script, a message file or a text that did not arrive, even after all retries. */
export class LoadFault extends Error {
  override name = 'LoadFault';
}
