import { databaseDependencies, type FoundObject } from '@basalt/contract/database/dependencies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { Link } from '../../../lib/Link.tsx'
import { query as queryOf } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { PageBody } from '../../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'

/** From the last key to the search. */
const pauseMs = 200

/** Chooses the object whose dependencies are drawn. */
export function ObjectSearch({ projectRef, schema }: { projectRef: string; schema: string }) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), pauseMs)
  const { data, error, refetch } = useQuery({
    ...queryOf(databaseDependencies.search, {
      params: { ref: projectRef },
      query: search === '' ? {} : { search },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const hrefOf = ({ catalog, id }: FoundObject) =>
    paths.schemaDiagram(projectRef, { schema, view: 'dependencies', object: `${catalog}.${id}` })
  return (
    <PageBody>
      <p className="text-ink-soft">
        Choose an object to see what would be dropped with it, and what it needs.
      </p>
      <SearchInput label="Search objects" value={text} onChange={setText} />
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The objects could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows rows={6} />}
      {data?.objects.length === 0 && <p className="text-ink-soft">No matching objects</p>}
      <ul aria-label="Objects" className="flex flex-col gap-1">
        {data?.objects.map((object) => (
          <li key={`${object.catalog}.${object.id}`}>
            <Link href={hrefOf(object)} className="link">
              {object.description}
            </Link>
          </li>
        ))}
      </ul>
      {data?.has_more === true && (
        <p className="text-ink-soft">The first 100 objects are shown. Search for others.</p>
      )}
    </PageBody>
  )
}
