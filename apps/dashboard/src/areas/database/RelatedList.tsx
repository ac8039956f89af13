import type { RelatedObject } from '@basalt/contract/database/objects/object-routes'

import { Link } from '../../lib/Link.tsx'
import { getObjectHref } from '../../product/object-href.ts'

/** Objects that need another one, or that it needs, each with a link where it has a page. */
export function RelatedList({
  projectRef,
  objects,
}: {
  projectRef: string
  objects: readonly RelatedObject[]
}) {
  return (
    <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
      {objects.map((object, at) => {
        const href = getObjectHref(projectRef, object)
        return (
          <li key={at} className="min-w-0 break-words">
            {href === undefined ? (
              object.description
            ) : (
              <Link href={href} className="link">
                {object.description}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
