type Reason = 'sign-out' | 'expiry'

const forgetters = new Set<(reason: Reason) => void>()

/** For lazily loaded code that stores data of the signed-in user. */
export const whenSessionEnds = (discard: (reason: Reason) => void): void =>
  void forgetters.add(discard)

export function notifySessionEnd(reason: Reason): void {
  for (const discard of forgetters) discard(reason)
}
