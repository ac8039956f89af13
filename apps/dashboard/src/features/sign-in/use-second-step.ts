import { homePath } from '../../lib/home.ts'
import { useInstall } from '../../lib/install.tsx'
import { returnTarget } from '../../lib/return-to.ts'
import { storage } from '../../lib/storage.ts'
import { useSetting } from '../../lib/use-setting.ts'

/** What the second step of a sign-in needs: its challenge, and where to go afterwards. */
export function useSecondStep() {
  const install = useInstall()
  const [challenge] = useSetting(storage.challenge)
  const { search } = globalThis.location
  return {
    challenge,
    target: returnTarget(search, homePath(install)),
    returnTo: new URLSearchParams(search).get('returnTo') ?? undefined,
  }
}
