type Reason = 'sign-out' | 'expiry'

const forgetters = new Set<(reason: Reason) => void>()

/** For code that holds something of the person who is signed in and is not always loaded. */
export const whenSessionEnds = (discard: (reason: Reason) => void): void =>
  void forgetters.add(discard)

export function notifySessionEnd(reason: Reason): void {
  for (const discard of forgetters) discard(reason)
}
