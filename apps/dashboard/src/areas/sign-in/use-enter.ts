import type { SignInStep } from '@basalt/contract/account/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { type SignInMethod, storage } from '../../lib/storage/storage.ts'
import { signInMfa } from './paths.ts'

/** Enters the product after a sign-in. Cached answers of other users are cleared first. */
export function useEnter(): (target: string) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async (target) => {
    storage.challenge.remove()
    client.clear()
    await router.navigate({ href: target, replace: true })
  }
}

/**
 * Continues after the first step of a sign-in: into the product, or to the second step. The method
 * is stored on this device.
 */
export function useGoOn(method: SignInMethod): (step: SignInStep, target: string) => Promise<void> {
  const enter = useEnter()
  const router = useRouter()
  return async (step, target) => {
    storage.lastSignInMethod.set(method)
    if (step.challenge === undefined) return enter(target)
    storage.challenge.set(JSON.stringify(step.challenge))
    await router.navigate({ href: signInMfa(target) })
  }
}
