import { type ComponentType, lazy, Suspense, useState } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A part whose code is not in the first page, and the call that fetches it. Once that is
 * done the part shows with the first picture, without a moment in which nothing is there.
 *
 * @param asPart what it is until then: `late` keeps the page when the code does not come.
 */
export function prepared<Props extends object>(
  load: Load<Props>,
  asPart: (fetch: Load<Props>) => ComponentType<Props> = (fetch) =>
    lazy(async () => ({ default: await fetch() })),
) {
  let known: ComponentType<Props> | undefined
  const prepare = async () => (known ??= await load())
  const Later = asPart(prepare)

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
