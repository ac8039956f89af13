import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Plus } from 'lucide-react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { supportRequest } from './paths.ts'
import { requestsQuery } from './queries.ts'
import { listColumns } from './request-columns.tsx'

const columns = listColumns()

/** The requests of the signed-in user. */
export function SupportPage() {
  useDocumentTitle('Support')
  const { data, error, refetch } = useQuery(requestsQuery())
  const view = useTableView(columns)
  return (
    <ListPage
      title="Support"
      description="Your support requests and their replies."
      actions={<NewRequest />}
      label="Support requests"
      noun="request"
      columns={columns}
      rows={data}
      getId={({ id }) => id}
      getHref={({ id }) => supportRequest(id)}
      error={error}
      failure="Your requests could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search requests"
      empty={
        <EmptyState icon={LifeBuoy} title="No requests yet" action={<NewRequest />}>
          Contact your administrator about problems or questions.
        </EmptyState>
      }
      {...view}
    />
  )
}

const NewRequest = () => (
  <Link className={buttonClass({ variant: 'primary' })} href={paths.support({})}>
    <Plus />
    New request
  </Link>
)
