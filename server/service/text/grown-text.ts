/** Pieces that are kept one by one. */
const maxPieces = 64;

/**
 * A text that grows by small pieces and may have to wait for a reader. As one string that each piece is added to, V8 would keep
 * every piece and a link to it, some 70 bytes for a word; here they are joined now and then.
 */
export class GrownText {
  readonly #pieces: string[] = [];
  length = 0;

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  add(piece: string): void {
    this.length += piece.length;
    if (this.#pieces.push(piece) < maxPieces) return;
    this.#pieces.splice(0, Number.POSITIVE_INFINITY, this.toString());
  }

  toString(): string {
    return this.#pieces.join('');
  }
}
