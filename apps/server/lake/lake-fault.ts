/** An export that cannot begin or go on, as one sentence for the operator. */
export class LakeFault extends Error {
  override readonly name = "LakeFault";
}
