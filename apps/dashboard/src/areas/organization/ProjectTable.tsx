import type { Project } from '@basalt/contract/project/project-reading'

import { paths } from '../../lib/paths.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { columns } from './project-columns.tsx'

const defaultSort = { column: 'name', direction: 'ascending' } as const

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const view = useTableView(columns, { defaultSort })
  return (
    <DataTable
      label="Projects"
      noun="project"
      columns={columns}
      rows={projects}
      getId={({ ref }) => ref}
      getHref={({ ref }) => paths.project(ref)}
      failure="The projects could not be loaded"
      empty={null}
      searchLabel="Search projects"
      {...view}
    />
  )
}
