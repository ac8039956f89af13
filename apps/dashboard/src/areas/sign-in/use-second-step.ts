import { type SignInStep, signInStep } from '@basalt/contract/account/sign-in'
import { z } from 'zod/mini'

import { useInstall } from '../../lib/install.tsx'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'

/** The state of the second step of a sign-in: its challenge, and the return target. */
export function useSecondStep() {
  const install = useInstall()
  const [stored] = useSetting(storage.challenge)
  const { search } = globalThis.location
  return {
    challenge: readChallenge(stored),
    target: returnTarget(search, homePath(install)),
    returnTo: new URLSearchParams(search).get('returnTo') ?? undefined,
  }
}

/** A value without the expected shape is from another version and ignored. */
function readChallenge(stored: string | undefined): SignInStep['challenge'] {
  try {
    const challenge: unknown = JSON.parse(stored ?? '')
    return z.parse(signInStep, { mfa_required: true, challenge }).challenge
  } catch {
    return undefined
  }
}
