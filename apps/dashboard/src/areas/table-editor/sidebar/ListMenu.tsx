import { buildPath } from '@basalt/contract/client'
import { databaseDefinitions } from '@basalt/contract/database/definitions'
import { tableKinds, type TableSummary } from '@basalt/contract/database/tables'
import type { TableSort } from '@basalt/pg-model'
import { FileDown } from 'lucide-react'

import { useDenied } from '../../../lib/access/access.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { MenuList } from '../../../ui/MenuList.tsx'
import { tableKindLabels } from '../tables/table-kinds.ts'
import type { ListToolsProps } from './ListTools.tsx'

const sortLabels: Record<TableSort, string> = {
  name: 'Name',
  name_desc: 'Name, descending',
  kind: 'Type, then name',
  rows: 'Most rows first',
}

type Props = ListToolsProps & { point: { x: number; y: number }; onClosed: () => void }

/** Kinds and order of the list, and the schema as a file. */
export function ListMenu(props: Props) {
  const { projectRef, schema, kinds, sort, point, onKinds, onSort, onClosed } = props
  const denied = useDenied(databaseDefinitions.schema, 'export this schema')
  const toggled = (kind: TableSummary['kind']) =>
    kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind]
  const items: MenuItem[] = [
    { kind: 'heading', label: 'Show' },
    {
      kind: 'choice',
      label: 'All types',
      isChosen: kinds.length === 0,
      onSelect: () => onKinds([]),
    },
    ...tableKinds.map((kind) => ({
      kind: 'choice' as const,
      label: `${tableKindLabels[kind].word}s`,
      isChosen: kinds.includes(kind),
      onSelect: () => onKinds(toggled(kind)),
    })),
    { kind: 'heading', label: 'Order' },
    ...(Object.keys(sortLabels) as TableSort[]).map((one) => ({
      kind: 'choice' as const,
      label: sortLabels[one],
      isChosen: one === sort,
      onSelect: () => onSort(one),
    })),
    { kind: 'separator' },
    {
      label: `Export ${schema} as SQL`,
      icon: FileDown,
      disabledReason: denied,
      onSelect: () =>
        globalThis.location.assign(
          buildPath(databaseDefinitions.schema, { ref: projectRef, schema }),
        ),
    },
  ]
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Type and order"
      className="pointer-events-none fixed size-0"
      style={{ left: point.x, top: point.y }}
    />
  )
  return <MenuList trigger={trigger} items={items} onClosed={onClosed} />
}
