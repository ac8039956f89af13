/** Why an index cannot be proved; the message is fit for a user. */
export class ProofFailure extends Error {
  override readonly name = 'ProofFailure'
}
