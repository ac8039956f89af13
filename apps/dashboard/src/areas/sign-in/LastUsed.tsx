import { type SignInMethod, storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Badge } from '../../ui/Status.tsx'

/** Marks the way in that was taken on this device the last time. */
export function LastUsed({ method }: { method: SignInMethod }) {
  const [last] = useSetting(storage.lastSignInMethod)
  if (last !== method) return null
  return (
    <span className="-mt-3 self-center">
      <Badge tone="accent">Last used</Badge>
    </span>
  )
}
