type Reason = 'sign-out' | 'expiry'

const forgetters = new Set<(reason: Reason) => void>()

/** For code that holds something of the person who is signed in and is not always loaded. */
export const whenSessionEnds = (forget: (reason: Reason) => void): void =>
  void forgetters.add(forget)

export function notifySessionEnd(reason: Reason): void {
  for (const forget of forgetters) forget(reason)
}
