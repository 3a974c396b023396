/** An export that cannot begin or go on, as one sentence for the operator. */
export class LakeFault extends Error {
  override readonly name: string = "LakeFault";
}

/** Another export writes to the same lake. */
export class LakeBusy extends LakeFault {
  override readonly name = "LakeBusy";
}
