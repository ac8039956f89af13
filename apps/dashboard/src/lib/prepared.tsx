import { type ComponentType, Suspense, useState } from 'react'

import { late } from './late.tsx'

/**
 * A part whose code is not in the first page, and the call that fetches it. Once that is
 * done the part shows with the first picture, without a moment in which nothing is there.
 */
export function prepared<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined
  const prepare = async () => (known ??= await load())
  const Later = late(prepare)

  function Prepared(props: Props) {
    // It stays what it began with, so that nothing in it is lost when the code arrives.
    const [Part] = useState(() => known ?? Later)
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
  // A failure is told where the part is needed.
  return { Part: Prepared, prepare: () => void prepare().catch(() => undefined) }
}
