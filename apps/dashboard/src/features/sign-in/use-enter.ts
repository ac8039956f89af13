import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/**
 * Enters the product after a sign-in. What was cached for nobody, or for somebody else, is
 * forgotten first.
 */
export function useEnter(): (target: string) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async (target) => {
    client.clear()
    await router.navigate({ href: target, replace: true })
  }
}
